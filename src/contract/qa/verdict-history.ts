import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, queryInteger } from '../query.ts'
import { Marks } from './reviews.ts'
import type { RubricItem } from './suites.ts'

/** A verdict as somebody gave it once, by target. None is ever changed: a change is another one. */
export const KeptVerdict = z.object({
  case_index: z.int(),
  reviewer: z.string(),
  /** By target, the first target first. */
  marks: z.array(Marks),
  better: z.nullable(z.enum(['0', '1', 'tie', 'bad'])),
  /** By target the attempt that was read; null where none had ended. */
  attempt_ids: z.array(z.nullable(z.string())),
  /** Which target stood on the left. */
  left_target: z.int(),
  note: z.string(),
  tags: z.array(z.string()),
  correction: z.string(),
  seconds: z.number(),
  at: z.string(),
  /** Of a blind session: whether the reviewer had looked before which answer is whose. */
  looked_before: z.boolean(),
})
export type KeptVerdict = z.infer<typeof KeptVerdict>

/**
 * All that reviewers said, by case and reviewer, the oldest first: the last of each reviewer about a case counts, those
 * before are what it was. Of one case where it is named. 403 as the grid.
 */
export const listVerdicts = endpoint({
  name: 'listQaVerdicts',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/sessions/{session_id}/verdicts',
  role: 'reviewer',
  isAudited: false,
  params: z.object({ session_id: id }),
  query: z.strictObject({
    case_index: z.optional(queryInteger(0, 1_000_000)),
    /** 200 where none is asked for. */
    limit: z.optional(queryInteger(1, 1_000)),
    offset: z.optional(queryInteger(0, 1_000_000)),
  }),
  response: z.array(KeptVerdict),
})

/** What one save of a verdict made different from what the reviewer had said before. */
export interface VerdictChange {
  at: string
  looked_before: boolean
  /** Each with what it was and what it is; null: nothing was said of it. */
  parts: { what: string; before: string | null; after: string | null }[]
}

type Said = Pick<
  KeptVerdict,
  'marks' | 'better' | 'note' | 'tags' | 'correction' | 'at' | 'looked_before'
>

/**
 * How a verdict came to be: of the verdicts of one reviewer about one case, the oldest first, what each changed. A save
 * that changed nothing but the time is left out.
 */
export function verdictChanges(
  oldestFirst: readonly Said[],
  { rubric, roles }: { rubric: readonly RubricItem[]; roles: readonly string[] },
): VerdictChange[] {
  const words = oldestFirst.map((verdict) => saidWords(verdict, rubric, roles))
  return oldestFirst.flatMap(({ at, looked_before }, index) => {
    const [was, is] = [words[index - 1], words[index]]
    const parts = [...(is?.keys() ?? [])].flatMap((what) => {
      const [before, after] = [was?.get(what) ?? null, is?.get(what) ?? null]
      return before === after ? [] : [{ what, before, after }]
    })
    return parts.length === 0 ? [] : [{ at, looked_before, parts }]
  })
}

/** Whether something that was said is said differently since, or was taken back. */
export function isRevised({ parts }: VerdictChange): boolean {
  return parts.some(({ before }) => before !== null)
}

/** A reviewer's answer to which is better, in words. */
export function betterText(better: Said['better'], roles: readonly string[]): string | null {
  switch (better) {
    case null:
      return null
    case 'tie':
      return 'Tie'
    case 'bad':
      return 'Both bad'
    default:
      return roles[Number(better)] ?? better
  }
}

function saidWords(
  { marks, better, note, tags, correction }: Said,
  rubric: readonly RubricItem[],
  roles: readonly string[],
): Map<string, string | null> {
  const marked = roles.flatMap((role, target) =>
    rubric.map(({ key, label }): [string, string | null] => {
      const mark = marks[target]?.[key]
      const what = roles.length > 1 ? `${label}, ${role}` : label
      return [what, mark === undefined ? null : String(mark)]
    }),
  )
  return new Map([
    ...marked,
    ['Better', betterText(better, roles)],
    ['Note', note || null],
    ['Tags', tags.join(', ') || null],
    ['Correction', correction || null],
  ])
}
