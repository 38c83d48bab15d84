import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'
import { Session } from './sessions.ts'

const params = z.object({ session_id: id })

/** 95 %, as shares from 0 to 1 or as the number that it is of. */
const Interval = z.looseObject({ low: z.number(), high: z.number() })

const TargetResult = z.looseObject({
  /** Cases whose attempts have all ended, and those of them that passed. */
  cases: z.number(),
  passed: z.number(),
  /** Wilson, 95 %; null without cases. */
  interval: z.nullish(Interval),
  first_token_p50_ms: z.nullish(z.number()),
  p50_ms: z.nullish(z.number()),
  p95_ms: z.nullish(z.number()),
  tokens: z.number(),
  tokens_an_attempt: z.nullish(z.number()),
  /** Cases that pass with one of the repeats and not with all. */
  flaky: z.number(),
  /** Cases of which every repeat passed. */
  all_passed: z.number(),
  /** Means over the cases with more than one repeat: that one of k passes, that all of k do; by k. */
  pass_at_k: z.record(z.string(), z.number()),
  pass_hat_k: z.record(z.string(), z.number()),
})
export type TargetResult = z.infer<typeof TargetResult>

const MarkCounts = z.looseObject({ passed: z.number(), failed: z.number() })

/** A case that passed on the first target, or in the session before, and fails on the second, or now. */
const Regression = z.looseObject({
  case_key: z.string(),
  case_index: z.number(),
  /** Statuses of the repeats. */
  before: z.array(z.string()),
  after: z.array(z.string()),
  /** How many reviewers marked either as passed, and how many as failed: also where every check passed. */
  before_marked: z.nullish(MarkCounts),
  after_marked: z.nullish(MarkCounts),
  /** Why it fails: the first check, a reviewer's note. */
  why: z.string(),
})
export type Regression = z.infer<typeof Regression>

const Flaky = z.looseObject({
  case_key: z.string(),
  case_index: z.number(),
  target: z.number(),
  repeats: z.array(z.string()),
})

/**
 * A case that no check decides, on one target, whose attempts have ended without a failure. A gate lets it pass only where
 * enough of its answers equal one that people judged as passed.
 */
export const Unchecked = z.looseObject({
  case_key: z.string(),
  case_index: z.number(),
  target: z.number(),
  /** `judged`: it passes; `open`: it needs judging. */
  standing: z.enum(['judged', 'open']),
  /** Why, in a sentence. */
  words: z.string(),
  /** The equal answer that the sentence speaks of, in any session of the suite. */
  equals: z.nullish(
    z.looseObject({
      session_id: z.string(),
      session_name: z.string(),
      attempt_id: z.string(),
      verdict: z.enum(['pass', 'fail']),
      reviewers: z.array(z.string()),
      at: z.string(),
    }),
  ),
})
export type Unchecked = z.infer<typeof Unchecked>

const Decision = z.looseObject({
  decision: z.enum(['approve', 'reject']),
  sentence: z.string(),
  by: z.nullish(z.string()),
  at: z.string(),
})
export type Decision = z.infer<typeof Decision>

/** What a session came to. Every number has its n; `words` says it for people. */
export const Results = z.looseObject({
  session: Session,
  targets: z.array(TargetResult),
  regressions: z.array(Regression),
  /** Cases that failed on the first target and pass on the second, or fail on both. */
  fixed: z.number(),
  fail_on_both: z.number(),
  /** Exact McNemar over the cases that ended on both; null for one target. */
  mcnemar_p: z.nullish(z.number()),
  preference: z.nullish(
    z.looseObject({
      first: z.number(),
      second: z.number(),
      tie: z.number(),
      bad: z.number(),
      /** Pairs judged; of them decided for one side. */
      n: z.number(),
      sign_test_p: z.number(),
      /** How often the left answer was chosen among those decided, and how likely that is by chance. */
      left: z.number(),
      left_p: z.number(),
    }),
  ),
  agreement: z.nullish(
    z.looseObject({
      measure: z.enum(['kappa', 'alpha']),
      value: z.nullish(z.number()),
      interval: z.nullish(Interval),
      /** Cases that more than one reviewer judged. */
      n: z.number(),
      reviewers: z.number(),
    }),
  ),
  flaky: z.array(Flaky),
  /** By case and target. */
  unchecked: z.array(Unchecked),
  /** Pairs (or, of one target, cases) to judge and judged by anybody. */
  to_judge: z.number(),
  judged: z.number(),
  /** Names of those who looked before it was closed. */
  looked_early: z.array(z.string()),
  median_verdict_seconds: z.nullish(z.number()),
  decision: z.nullish(Decision),
  /** By name of the block: `pass_rate`, `preference`, `agreement`, `left`, `regressions`, `cost`, `flaky`. */
  words: z.record(z.string(), z.string()),
  /** The session that it was compared with, where one was asked for. */
  earlier: z.nullish(
    z.looseObject({
      session_id: z.string(),
      name: z.string(),
      created_at: z.string(),
      fixed: z.number(),
      broken: z.number(),
      mcnemar_p: z.number(),
      n: z.number(),
    }),
  ),
})
export type Results = z.infer<typeof Results>

/**
 * 403 as the grid. `against` is an earlier session of the same
 * suite: then regressions are those since it, of the last target of each.
 */
export const getResults = endpoint({
  name: 'getQaResults',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/sessions/{session_id}/results',
  role: 'reviewer',
  isAudited: false,
  params,
  query: z.strictObject({ against: z.optional(id) }),
  response: Results,
})

/** About the last target of the session. Stands on the revision's page; a later one takes its place. 409 while it runs. */
export const decide = endpoint({
  name: 'decideQaSession',
  area: 'gateway',
  method: 'PUT',
  path: '/gateway/qa/sessions/{session_id}/decision',
  role: 'operator',
  isAudited: true,
  params,
  body: z.strictObject({
    decision: z.enum(['approve', 'reject']),
    sentence: z
      .string()
      .check(z.trim(), z.minLength(1, 'Say why, in a sentence.'), z.maxLength(5_000)),
  }),
  response: Decision,
})

const Decided = z.looseObject({
  ...Decision.shape,
  session_id: z.string(),
  session_name: z.string(),
  revision_id: z.nullish(z.string()),
  cases: z.number(),
  /** Null while it is hidden from whoever asks. */
  passed: z.nullish(z.number()),
})
export type Decided = z.infer<typeof Decided>

/** What was decided about revisions of a deployment, newest first. */
export const listDecisions = endpoint({
  name: 'listQaDecisions',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/decisions',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({ connection_id: z.string(), deployment_id: z.string() }),
  response: z.array(Decided),
})

export const reportFormats = ['html', 'jsonl', 'csv', 'markdown', 'junit'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** The report as a file to keep. 403 as the results. */
export const getReport = endpoint({
  name: 'getQaReport',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/sessions/{session_id}/report',
  role: 'reviewer',
  isAudited: false,
  params,
  query: z.strictObject({ format: z.enum(reportFormats) }),
})
