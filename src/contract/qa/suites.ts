import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id, queryInteger } from '../query.ts'
import { Case, suiteLimits } from './cases.ts'

const label = z.string().check(z.minLength(1, 'Write a name.'), z.maxLength(200))

/** What a reviewer says of each answer: pass, fail or unsure; 1 to 5; or one of some words. */
export const RubricItem = z.strictObject({
  key: z
    .string()
    .check(z.regex(/^[a-z0-9][a-z0-9_-]{0,49}$/, 'A key has lower case letters, digits, - and _.')),
  label,
  kind: z.enum(['pass', 'scale', 'choice']),
  /** The words of a `choice`, at most nine: each has a digit. */
  choices: z.optional(z.array(label).check(z.minLength(2), z.maxLength(9))),
})
export type RubricItem = z.infer<typeof RubricItem>

const Rubric = z
  .array(RubricItem)
  .check(z.maxLength(suiteLimits.rubric, `A rubric has at most ${suiteLimits.rubric} items.`))

/** The rubric of a suite that was given none. */
export const plainRubric: readonly RubricItem[] = [
  { key: 'correct', label: 'Correct', kind: 'pass' },
]

const shape = {
  suite_id: z.string(),
  name: z.string(),
  description: z.string(),
  /** 1 for a new one; each change of rubric or cases makes the next. Sessions keep theirs. */
  version: z.number(),
  rubric: z.array(RubricItem),
  case_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The name of whoever changed it last; null where nobody had to sign in. */
  updated_by: z.nullish(z.string()),
}

export const SuiteSummary = z.looseObject(shape)
export type SuiteSummary = z.infer<typeof SuiteSummary>

export const Suite = z.looseObject({ ...shape, cases: z.array(Case) })
export type Suite = z.infer<typeof Suite>

const params = z.object({ suite_id: id })
const Cases = z
  .array(Case)
  .check(z.maxLength(suiteLimits.cases, `A suite has at most ${suiteLimits.cases} cases.`))

/** All suites, those changed last first. */
export const listSuites = endpoint({
  name: 'listSuites',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/suites',
  role: 'viewer',
  isAudited: false,
  response: z.array(SuiteSummary),
})

/** Answers 201. Two cases with one key are a 422 that names the key. */
export const createSuite = endpoint({
  name: 'createSuite',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/qa/suites',
  role: 'operator',
  isAudited: true,
  body: z.strictObject({
    name: label,
    description: z._default(z.string().check(z.maxLength(20_000)), ''),
    rubric: z.optional(Rubric),
    cases: z._default(Cases, []),
  }),
  response: Suite,
})

/** The newest version, or the one that is asked for. 404 when there is none. */
export const getSuite = endpoint({
  name: 'getSuite',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/suites/{suite_id}',
  role: 'viewer',
  isAudited: false,
  params,
  query: z.strictObject({ version: z.optional(queryInteger(1, 2_147_483_647)) }),
  response: Suite,
})

/**
 * A change of cases or rubric makes a new version. `version` is the one that was changed: 409 when somebody else
 * has made a newer one meanwhile.
 */
export const patchSuite = endpoint({
  name: 'patchSuite',
  area: 'gateway',
  method: 'PATCH',
  path: '/gateway/qa/suites/{suite_id}',
  role: 'operator',
  isAudited: true,
  params,
  body: z.strictObject({
    version: z.optional(z.int()),
    name: z.optional(label),
    description: z.optional(z.string().check(z.maxLength(20_000))),
    rubric: z.optional(Rubric),
    cases: z.optional(Cases),
  }),
  response: Suite,
})

/** One more case at the end, as of an answer that somebody reads. Answers the suite; a taken key gets a number. */
export const addCase = endpoint({
  name: 'addCase',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/qa/suites/{suite_id}/cases',
  role: 'operator',
  isAudited: true,
  params,
  body: Case,
  response: SuiteSummary,
})

/** Its sessions and their verdicts stay. 204. */
export const deleteSuite = endpoint({
  name: 'deleteSuite',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/qa/suites/{suite_id}',
  role: 'operator',
  isAudited: true,
  params,
  response: noContent,
})

export const importFormats = [
  'lines',
  'csv',
  'tsv',
  'jsonl',
  'chat_jsonl',
  'langsmith_jsonl',
  'langsmith_csv',
  'promptfoo',
  'adk',
  'adk_older',
] as const
export type ImportFormat = (typeof importFormats)[number]

/** What is wrong with one place of a file, as a sentence that names line and column. */
const ImportFault = z.looseObject({
  line: z.number(),
  column: z.nullish(z.number()),
  message: z.string(),
})
export type ImportFault = z.infer<typeof ImportFault>

/** What a file says of the suite that its cases are of. */
export const SaidOfSuite = z.object({
  name: z.optional(label),
  description: z.optional(z.string().check(z.maxLength(20_000))),
  rubric: z.optional(Rubric),
})
export type SaidOfSuite = z.infer<typeof SaidOfSuite>

const ImportedCases = z.looseObject({
  format: z.enum(importFormats),
  /** Null where the file says nothing of it. */
  suite: z.nullish(SaidOfSuite),
  cases: z.array(z.looseObject({ line: z.number(), case: Case })),
  faults: z.array(ImportFault),
  /** What the file says that is not taken over, each a sentence. */
  left_out: z.array(z.string()),
  /** Names of the columns that became variables. */
  variables: z.array(z.string()),
})
export type ImportedCases = z.infer<typeof ImportedCases>

/** Reads a file or a paste and saves nothing. The format is told by the name and the text unless it is given. */
export const readCases = endpoint({
  name: 'readCases',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/qa/import',
  role: 'operator',
  isAudited: false,
  body: z.strictObject({
    text: z.string().check(z.maxLength(4_000_000, 'A file may have 4 million characters at most.')),
    name: z.optional(z.string()),
    format: z.optional(z.enum(importFormats)),
  }),
  response: ImportedCases,
})
