import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

/**
 * `waiting` and `running`, then the ends: `passed`, `failed` (a check, or a turn that could not be done as the case
 * says), `error` (it could not be tried: the server was away, the target is gone), `cancelled`, and `lost` (the server
 * that tried it ended; another attempt stands for it).
 */
export const attemptStatuses = [
  'waiting',
  'running',
  'passed',
  'failed',
  'error',
  'cancelled',
  'lost',
] as const
export type AttemptStatus = (typeof attemptStatuses)[number]

/** Whether an attempt neither waits nor runs. */
export function attemptEnded({ status }: { status: string }): boolean {
  return status !== 'waiting' && status !== 'running'
}

export const CheckResult = z.looseObject({
  /** The check in words, as `answer contains “3 to 5 days”`. */
  words: z.string(),
  passed: z.boolean(),
  /** What was found instead. */
  found: z.nullish(z.string()),
})
export type CheckResult = z.infer<typeof CheckResult>

const ToolCall = z.looseObject({
  id: z.nullish(z.string()),
  name: z.string(),
  args: z.unknown(),
  /** The text of its result; null when there is none. */
  result: z.nullish(z.string()),
})

/** One line of what was said and done, in order. */
export const TranscriptStep = z.discriminatedUnion('step', [
  z.looseObject({ step: z.literal('user'), text: z.string() }),
  z.looseObject({ step: z.literal('answer'), text: z.string() }),
  z.looseObject({ step: z.literal('tool'), call: ToolCall }),
  z.looseObject({
    step: z.literal('interrupt'),
    value: z.unknown(),
    /** What the case answered; null when it waits. */
    answered: z.nullish(z.string()),
  }),
  /** What was said by a component of the agent's project, with what it was given at the end of that run. */
  z.looseObject({
    step: z.literal('component'),
    name: z.string(),
    props: z.record(z.string(), z.unknown()),
  }),
  /** A cancel, a dropped connection, a second message: in words; `passed` false with what did not hold. */
  z.looseObject({ step: z.literal('event'), text: z.string(), passed: z.nullish(z.boolean()) }),
])
export type TranscriptStep = z.infer<typeof TranscriptStep>

const Usage = z.looseObject({
  input_tokens: z.number(),
  output_tokens: z.number(),
  total_tokens: z.number(),
})

const attemptShape = {
  attempt_id: z.string(),
  case_key: z.string(),
  case_index: z.number(),
  /** 0 or 1: which of the session's targets. */
  target: z.number(),
  /** From 1 on. */
  repeat: z.number(),
  status: z.enum(attemptStatuses),
  /** How many of its checks failed, turns that could not be done among them. */
  failed_checks: z.number(),
  ms: z.nullish(z.number()),
  first_token_ms: z.nullish(z.number()),
  tokens: z.nullish(z.number()),
  /** Why it is an error, or how it failed: a sentence. */
  error: z.nullish(z.string()),
  started_at: z.nullish(z.string()),
  ended_at: z.nullish(z.string()),
}

/** An attempt as a cell of the grid shows it. */
export const AttemptSummary = z.looseObject(attemptShape)
export type AttemptSummary = z.infer<typeof AttemptSummary>

/** One case on one target once. It survives the deletion of its thread. */
export const Attempt = z.looseObject({
  ...attemptShape,
  thread_id: z.nullish(z.string()),
  run_ids: z.array(z.string()),
  transcript: z.array(TranscriptStep),
  /** The values of the thread's state at the end. */
  state: z.nullish(z.record(z.string(), z.unknown())),
  results: z.array(CheckResult),
  usage: z.nullish(Usage),
})
export type Attempt = z.infer<typeof Attempt>

/** 403 as the grid. */
export const getAttempt = endpoint({
  name: 'getQaAttempt',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/sessions/{session_id}/attempts/{attempt_id}',
  role: 'reviewer',
  isAudited: false,
  params: z.object({ session_id: id, attempt_id: id }),
  response: Attempt,
})

/**
 * The events of its runs as they came, also when their thread is gone: each with its run, its name, its data and when.
 * Of very many the first, then one with `cut` and how many there were. 403 as the grid.
 */
export const getAttemptEvents = endpoint({
  name: 'getQaAttemptEvents',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/sessions/{session_id}/attempts/{attempt_id}/events',
  role: 'reviewer',
  isAudited: false,
  params: z.object({ session_id: id, attempt_id: id }),
  response: z.looseObject({ events: z.array(z.unknown()) }),
})
