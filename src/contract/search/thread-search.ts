import * as z from 'zod/mini'
import { Thread, threadStatuses } from '../agent-server/threads.ts'
import { endpoint } from '../endpoint.ts'
import { exceptSessions } from '../except-sessions.ts'
import { id, moment } from '../query.ts'
import { countTo } from './counted.ts'

/** What a thread can be found by: its status, and whether its question waits for a person. */
export const foundThreadStatuses = [...threadStatuses, 'needs_you'] as const

const ids = z.nullish(z.array(id).check(z.maxLength(200)))

const request = {
  /** Different filters must all hold, values of one filter are alternatives. */
  status: z.nullish(z.array(z.enum(foundThreadStatuses))),
  /** The assistant that ran last. */
  assistant_id: ids,
  /** When it last changed: from the one moment on, before the other. */
  updated_after: z.nullish(moment),
  updated_before: z.nullish(moment),
  /** What its metadata holds; a text also finds a number or boolean that is written so. */
  metadata: z.nullish(z.record(z.string(), z.unknown())),
  /**
   * Words of the questions, answers and errors of its runs, all of one run, each by its beginning; a part of its
   * title; or the beginning of its id or that of a run, eight characters at least.
   */
  text: z.nullish(z.string().check(z.maxLength(1_000))),
  /**
   * Also those made at previews of the deployments that are asked for, and those that QA sessions made on
   * what serves. They are left out otherwise, but that a session or a beginning of an id asks for a session's.
   */
  with_previews: z.nullish(z.boolean()),
  except_sessions: exceptSessions,
  sort_by: z.nullish(z.enum(['updated_at', 'created_at'])),
  /** Absent: `desc`, the newest first. */
  sort_order: z.nullish(z.enum(['asc', 'desc'])),
  /** 50 when absent. */
  limit: z.nullish(z.int().check(z.gte(1), z.lte(100))),
  /** The `next_cursor` of the page before, asked with the same filters. */
  cursor: z.nullish(z.string().check(z.maxLength(500))),
  count_to: countTo,
}

const AllThreadsRequest = z.strictObject({ ...request, deployment_id: ids })
/** A search as callers write it. */
export type ThreadFindRequest = z.input<typeof AllThreadsRequest>
/** A search as servers read it. */
export type ThreadFind = z.output<typeof AllThreadsRequest>

/** A thread of a list, without its values. */
export const FoundThread = z.extend(Thread, { deployment_id: z.string() })
export type FoundThread = z.infer<typeof FoundThread>

const response = z.looseObject({
  threads: z.array(FoundThread),
  /** How many there are in all, `count_to` at most. */
  total: z.number(),
  /** There are more than `total`. */
  is_total_capped: z.boolean(),
  /** Null on the last page. */
  next_cursor: z.nullish(z.string()),
})
export type ThreadFindResponse = z.infer<typeof response>

/** Ours: threads of a deployment, by what was said in them. `searchThreads` is the published search. */
export const findThreads = endpoint({
  name: 'findThreads',
  area: 'agent',
  method: 'POST',
  path: '/threads/find',
  role: 'viewer',
  isAudited: false,
  body: z.strictObject(request),
  response,
})

/** Ours: the same over all deployments, or those that are named. */
export const findAllThreads = endpoint({
  name: 'findAllThreads',
  area: 'control-plane',
  method: 'POST',
  path: '/v1/threads/find',
  role: 'viewer',
  isAudited: false,
  body: AllThreadsRequest,
  response,
})
