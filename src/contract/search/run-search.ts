import * as z from 'zod/mini'
import { Run, runStatuses } from '../agent-server/runs.ts'
import { endpoint } from '../endpoint.ts'
import { exceptSessions } from '../except-sessions.ts'
import { id, moment } from '../query.ts'
import { countTo } from './counted.ts'

/** What a run can be found by: its status, and whether its thread waits with its question, or at its break point; then it is no `success`. */
export const foundStatuses = [...runStatuses, 'needs_you', 'at_break'] as const

export const runVotes = ['up', 'down', 'any'] as const

const ids = z.nullish(z.array(id).check(z.maxLength(200)))
const seconds = z.nullish(z.number().check(z.gte(0), z.lte(1e8)))

/** Different filters must all hold, values of one filter are alternatives. */
const filter = {
  status: z.nullish(z.array(z.enum(foundStatuses))),
  assistant_id: ids,
  revision_id: ids,
  thread_id: ids,
  /** When it was created: from the one moment on, before the other. */
  created_after: z.nullish(moment),
  created_before: z.nullish(moment),
  /** How long it took, or has taken as long as it runs. */
  min_seconds: seconds,
  max_seconds: seconds,
  /** What its metadata holds; a text also finds a number or boolean that is written so. */
  metadata: z.nullish(z.record(z.string(), z.unknown())),
  /** What stands of the votes on it: one above 0 or true, one below 0 or false, any. */
  vote: z.nullish(z.enum(runVotes)),
  /**
   * Words of its question, its answer or its error, all of them, each by its beginning; or the beginning of the id of
   * the run or its thread, eight characters at least.
   */
  text: z.nullish(z.string().check(z.maxLength(1_000))),
  /**
   * Also those made at previews of the deployments that are asked for, and those that QA sessions made on
   * what serves. They are left out otherwise, but that a thread, a session or a beginning of an id asks for a session's.
   */
  with_previews: z.nullish(z.boolean()),
  except_sessions: exceptSessions,
}

const order = {
  /** By `duration` only those are found that have ended. */
  sort_by: z.nullish(z.enum(['created_at', 'duration'])),
  /** Absent: `desc`, the newest or longest first. */
  sort_order: z.nullish(z.enum(['asc', 'desc'])),
}

const request = {
  ...filter,
  ...order,
  /** 50 when absent. */
  limit: z.nullish(z.int().check(z.gte(1), z.lte(100))),
  /** The `next_cursor` of the page before, asked with the same filters. */
  cursor: z.nullish(z.string().check(z.maxLength(500))),
  count_to: countTo,
}

const RunSearchRequest = z.strictObject(request)

const AllRunsSearchRequest = z.strictObject({ ...request, deployment_id: ids })
/** A search as callers write it. */
export type RunSearchRequest = z.input<typeof AllRunsSearchRequest>
/** A search as servers read it. */
export type RunSearch = z.output<typeof AllRunsSearchRequest>

/** A run of a list: without `kwargs`, with what tells it from others. */
export const FoundRun = z.extend(Run, {
  deployment_id: z.string(),
  /** The first text of its input, and the last of the agent's messages after it, each cut at 200 characters. */
  question: z.nullish(z.string()),
  answer: z.nullish(z.string()),
  /** Its thread waits for an answer of a person, and it is the last run there. */
  needs_you: z.boolean(),
  /** Its thread rests before a step, as at a break point, asks nobody, and it is the last run there. */
  is_at_break: z.optional(z.boolean()),
  /** What its thread is called by. */
  thread: z.looseObject({
    thread_id: z.string(),
    metadata: z.nullish(z.record(z.string(), z.unknown())),
    summary: z.nullish(z.looseObject({ first_message: z.nullish(z.string()) })),
  }),
})
export type FoundRun = z.infer<typeof FoundRun>

const response = z.looseObject({
  runs: z.array(FoundRun),
  /** How many there are in all, `count_to` at most. */
  total: z.number(),
  /** There are more than `total`. */
  is_total_capped: z.boolean(),
  /** Null on the last page. */
  next_cursor: z.nullish(z.string()),
})
export type RunSearchResponse = z.infer<typeof response>

const RunPlaceRequest = z.strictObject({ ...filter, ...order, run_id: id })
const AllRunsPlaceRequest = z.strictObject({ ...filter, ...order, run_id: id, deployment_id: ids })
export type RunPlaceRequest = z.output<typeof AllRunsPlaceRequest>

const neighbour = z.nullish(
  z.looseObject({ run_id: z.string(), thread_id: z.string(), deployment_id: z.string() }),
)

const RunPlace = z.looseObject({
  /** From 1; null where the run is not found by the search, or more than `mostCounted` are before it. */
  position: z.nullable(z.number()),
  /** As in a search. */
  total: z.number(),
  is_total_capped: z.boolean(),
  /** Before and after it in the order of the search, also where it is not found itself; null at the ends. */
  previous: neighbour,
  next: neighbour,
})
export type RunPlace = z.infer<typeof RunPlace>

/** Ours: runs over all threads of a deployment. */
export const searchRuns = endpoint({
  name: 'searchRuns',
  area: 'agent',
  method: 'POST',
  path: '/runs/search',
  role: 'viewer',
  isAudited: false,
  body: RunSearchRequest,
  response,
})

/** Ours: the same over all deployments, or those that are named. */
export const searchAllRuns = endpoint({
  name: 'searchAllRuns',
  area: 'control-plane',
  method: 'POST',
  path: '/v1/runs/search',
  role: 'viewer',
  isAudited: false,
  body: AllRunsSearchRequest,
  response,
})

/** Ours: which of the runs that a search finds a run is, and those beside it. */
export const findRunPlace = endpoint({
  name: 'findRunPlace',
  area: 'agent',
  method: 'POST',
  path: '/runs/search/place',
  role: 'viewer',
  isAudited: false,
  body: RunPlaceRequest,
  response: RunPlace,
})

/** Ours: the same over all deployments, or those that are named. */
export const findPlaceInAllRuns = endpoint({
  name: 'findPlaceInAllRuns',
  area: 'control-plane',
  method: 'POST',
  path: '/v1/runs/search/place',
  role: 'viewer',
  isAudited: false,
  body: AllRunsPlaceRequest,
  response: RunPlace,
})
