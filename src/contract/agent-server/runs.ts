import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { orAbsent } from '../odd-part.ts'
import { id, paging, queryBoolean, queryWords } from '../query.ts'
import { RunCreate, streamModes } from './run-request.ts'
import { Usage } from './usage.ts'

/** Run statuses (§2.4; `success`, `error` and `timeout` are published). */
export const runStatuses = [
  'pending',
  'running',
  'success',
  'error',
  'timeout',
  'interrupted',
] as const
export type RunStatus = (typeof runStatuses)[number]

/** Interrupt keeps the run and its checkpoints; rollback deletes them (§3). */
export const cancelActions = ['interrupt', 'rollback'] as const
export type CancelAction = (typeof cancelActions)[number]

/** Why a run ended other than by reaching its end. Ours; other servers do not tell. */
export const endReasons = [
  'cancelled',
  'disconnected',
  'replaced',
  'deadline',
  'failed',
  'lost',
] as const
export type EndReason = (typeof endReasons)[number]

const anyRecord = z.record(z.string(), z.unknown())

/** Ours: a connection that follows a run's stream or waits for its end. */
export const RunListener = z.looseObject({
  /** ISO 8601. */
  since: z.string(),
  /** The run is cancelled when it drops (§4.2 rule 3). */
  cancels_on_disconnect: z.boolean(),
})
export type RunListener = z.infer<typeof RunListener>

export const Run = z.looseObject({
  run_id: z.string(),
  thread_id: z.string(),
  assistant_id: z.nullish(z.string()),
  status: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  metadata: orAbsent(anyRecord),
  kwargs: orAbsent(anyRecord),
  multitask_strategy: z.nullish(z.string()),
  /** Ours: when an executor took the run, and when it ended. */
  started_at: z.nullish(z.string()),
  ended_at: z.nullish(z.string()),
  /** Ours: why it ended when it did not end by itself, see `endReasons`. */
  end_reason: z.nullish(z.string()),
  /** Published: why it was stopped, where it was; the same word as `end_reason`. */
  cancel_reason: z.nullish(z.string()),
  /** Ours: the run that took its place, when `end_reason` is `replaced`. */
  replaced_by: z.nullish(z.string()),
  /** Ours: when a run of `after_seconds` may start; `heldUntil` of one that is held. */
  scheduled_at: z.nullish(z.string()),
  /** Ours: the failure in a sentence. */
  error: orAbsent(z.string()),
  /** Ours: the revision that answered. */
  revision_id: z.nullish(z.string()),
  /** Ours: the trace (W3C) that it is a part of, 32 hex digits. */
  trace_id: z.nullish(z.string()),
  /** Ours: what it has taken so far; null where nothing was counted. */
  usage: orAbsent(z.nullable(Usage)),
  /** Ours, of an active run: who listens to it through the server that answers. */
  listeners: orAbsent(z.array(RunListener)),
})
export type Run = z.infer<typeof Run>

/** True while a run waits or works. */
export function isActive(run: { status: string }): boolean {
  return run.status === 'pending' || run.status === 'running'
}

/** Ours: a run with this in its metadata (`true`) waits while its thread asks something, unless it has begun. */
export const waitsForAnswers = 'waits_for_answers'

/** When a run may start that waits for the answer to a question: then no more than now. */
export const heldUntil = '9999-01-01T00:00:00.000Z'

/** True while a run waits until its thread asks nothing more. */
export function isHeld({ status, scheduled_at }: Pick<Run, 'status' | 'scheduled_at'>): boolean {
  return status === 'pending' && scheduled_at === heldUntil
}

/** What may be asked of a run in its present state. */
export const runCan = {
  /** §3 rule 1: only a pending or running run can be cancelled. */
  cancel: isActive,
}

const threadParams = z.object({ thread_id: id })
const runParams = z.object({ thread_id: id, run_id: id })

/** §4.2 rule 3: `cancel`, `true` and `1` bind the run to the connection. */
const cancelOnDisconnect = z.pipe(
  z.union([z.boolean(), z.string()], 'Write cancel, true or false, once.'),
  z.transform((value: boolean | string, context) => {
    if (value === 'cancel') return true
    if (value === 'continue') return false
    const parsed = queryBoolean.safeParse(value)
    if (parsed.success) return parsed.data
    context.issues.push({ code: 'custom', input: value, message: 'Write cancel, true or false.' })
    return z.NEVER
  }),
)

export const onDisconnectQuery = z.strictObject({
  on_disconnect: z.optional(z.enum(['cancel', 'continue'])),
})
const joinQuery = { cancel_on_disconnect: z.optional(cancelOnDisconnect) }
/** `stream_mode` leaves the events of other modes out; those that tell of the run itself stay. */
const joinStreamQuery = z.strictObject({
  ...joinQuery,
  stream_mode: z.optional(queryWords(streamModes)),
})

export const createRun = endpoint({
  name: 'createRun',
  area: 'agent',
  method: 'POST',
  path: '/threads/{thread_id}/runs',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  params: threadParams,
  query: onDisconnectQuery,
  body: RunCreate,
  response: Run,
})

/** Answers the final values of the thread, or an object with `__interrupt__` or `__error__`. */
export const createRunWait = endpoint({
  name: 'createRunWait',
  area: 'agent',
  method: 'POST',
  path: '/threads/{thread_id}/runs/wait',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  params: threadParams,
  query: onDisconnectQuery,
  body: RunCreate,
})

/** Answers an event stream (§6), with `Content-Location: /threads/{thread_id}/runs/{run_id}`. */
export const createRunStream = endpoint({
  name: 'createRunStream',
  area: 'agent',
  method: 'POST',
  path: '/threads/{thread_id}/runs/stream',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  params: threadParams,
  query: onDisconnectQuery,
  body: RunCreate,
})

const runFieldChoice = queryWords([
  'run_id',
  'thread_id',
  'assistant_id',
  'created_at',
  'updated_at',
  'status',
  'metadata',
  'kwargs',
  'multitask_strategy',
  'cancel_reason',
  'langsmith_session_name',
  'started_at',
  'ended_at',
])

/** How many runs of a thread are read at once: the most that a server gives. */
export const runsAtOnce = 100

/** Newest first, ten unless `limit` says so. With `select` only these fields of each. */
export const listRuns = endpoint({
  name: 'listRuns',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/runs',
  role: 'viewer',
  isAudited: false,
  params: threadParams,
  query: z.strictObject({
    ...paging,
    status: z.optional(z.enum(runStatuses)),
    select: z.optional(runFieldChoice),
  }),
  response: z.array(Run),
})

export const getRun = endpoint({
  name: 'getRun',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/runs/{run_id}',
  role: 'viewer',
  isAudited: false,
  params: runParams,
  response: Run,
})

export const joinRun = endpoint({
  name: 'joinRun',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/runs/{run_id}/join',
  role: 'viewer',
  isAudited: false,
  params: runParams,
  query: z.strictObject(joinQuery),
})

/** Answers an event stream; `Last-Event-ID` is exclusive, `-1` means from the start. */
export const joinRunStream = endpoint({
  name: 'joinRunStream',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/runs/{run_id}/stream',
  role: 'viewer',
  isAudited: false,
  params: runParams,
  query: joinStreamQuery,
})

/** The same for a run whose thread is not known. */
export const joinStatelessStream = endpoint({
  name: 'joinStatelessStream',
  area: 'agent',
  method: 'GET',
  path: '/runs/{run_id}/stream',
  role: 'viewer',
  isAudited: false,
  params: z.object({ run_id: id }),
  query: joinStreamQuery,
})

/** Deletes the record of a run that has ended; the state that it left stays. 409 while it is active. */
export const deleteRun = endpoint({
  name: 'deleteRun',
  area: 'agent',
  method: 'DELETE',
  path: '/threads/{thread_id}/runs/{run_id}',
  role: 'operator',
  isAudited: true,
  params: runParams,
})

const cancelQuery = z.strictObject({
  action: z.optional(z.enum(cancelActions)),
  wait: z.optional(queryBoolean),
})

/** 202 when asked, 204 when it was waited for; 409 when the run is neither pending nor running (§3). */
export const cancelRun = endpoint({
  name: 'cancelRun',
  area: 'agent',
  method: 'POST',
  path: '/threads/{thread_id}/runs/{run_id}/cancel',
  role: 'operator',
  isAudited: true,
  params: runParams,
  query: cancelQuery,
})

/** §2.8: either `thread_id` with `run_ids`, or `status`. */
export const RunsCancelRequest = z
  .strictObject({
    thread_id: z.optional(id),
    run_ids: z.optional(z.array(id).check(z.minLength(1, 'Name at least one run.'))),
    status: z.optional(z.enum(['pending', 'running', 'all'])),
  })
  .check(
    z.refine(
      (body) =>
        body.status !== undefined
          ? body.thread_id === undefined && body.run_ids === undefined
          : body.thread_id !== undefined && body.run_ids !== undefined,
      'Send either thread_id with run_ids, or status.',
    ),
  )

/** What became of one run of a bulk cancel. */
export const CancelOutcome = z.looseObject({
  run_id: z.string(),
  thread_id: z.string(),
  /** cancelled, not_active (it had ended) or not_found. */
  outcome: z.string(),
})
export type CancelOutcome = z.infer<typeof CancelOutcome>

/** Ours answers 200 with the outcome of each run; other servers answer 204 without a body. */
export const cancelRuns = endpoint({
  name: 'cancelRuns',
  area: 'agent',
  method: 'POST',
  path: '/runs/cancel',
  role: 'operator',
  isAudited: true,
  query: cancelQuery,
  body: RunsCancelRequest,
  response: z.nullish(z.looseObject({ runs: z.array(CancelOutcome) })),
})
