import { firstText, inputMessages } from '../../../contract/agent-server/input/input-messages.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { waitsForAnswers } from '../../../contract/agent-server/runs.ts'
import { busyThreadCode } from '../../../contract/errors.ts'
import { writeJson } from '../../../contract/exact-json.ts'
import type { Queryable } from '../../db/database.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import type { RequestKey } from '../../http/request-key.ts'
import { checkCap } from '../../usage/usage-cap.ts'
import type { AuthFilter } from '../access/auth-filter.ts'
import { findAssistant } from '../assistants/assistant-store.ts'
import { checkServing } from '../executors/check-serving.ts'
import { withPreviewMark } from '../executors/preview-mark.ts'
import { unknownThread } from '../not-found.ts'
import { recordKey, runMadeBy, takeKey } from '../request-keys.ts'
import type { RunEngine } from '../run-engine.ts'
import type { RunRow } from '../run-row.ts'
import { insertRun, lockActiveRuns } from '../run-store/run-store.ts'
import type { RunLog } from '../streams/log/run-log.ts'
import { isCheckpoint } from '../threads/checkpoint-store.ts'
import { holdBehindQuestions } from '../threads/held-runs.ts'
import { inputRefusal } from '../threads/state-limits.ts'
import { matchesFilter } from '../threads/thread-search.ts'
import { holdThread, insertThread } from '../threads/thread-store.ts'
import { traceContextOf } from '../traces/trace-context.ts'
import { timeOrderedId } from '../uuid.ts'
import { type CancelStep, cancelWithin, followCancel } from './cancel-runs.ts'
import { checkInput } from './check-input.ts'
import { checkRunRequest } from './check-run-request.ts'
import { forkOf, kwargsOf, scheduleOf } from './run-request.ts'

/** A run that was put into the queue, with the log to listen to. */
export interface CreatedRun {
  run: RunRow
  /** Null where an earlier request with the same key has made the run. */
  log: RunLog | null
}

/** A run that stands in the queue once its transaction is committed, and what it did to others. */
export interface InsertedRun {
  run: RunRow
  steps: CancelStep[]
}

/** What of the request that asks for a run counts beside its body. */
export interface AskedBy {
  /** Its header, see `traceContextOf`. */
  traceparent?: string | undefined
  /** Asking again with the same answers the run that is there. */
  key?: RequestKey | undefined
  /** The threads that the project's own authorization lets through. */
  allowed?: AuthFilter | null
}

/**
 * Creates a run (§4.2), and deals with the active runs of its thread as `multitask_strategy` says
 * (§2.5). Rejects with 503 while nothing can take it, 429 where the deployment has used up what it may use, 404 for an unknown assistant or
 * thread, 422 for what it cannot do, and 409 when the thread is busy and the strategy is `reject`. A request
 * with a key that has made a run before changes nothing, and answers that run.
 */
export async function createRun(
  engine: RunEngine,
  deploymentId: string,
  threadId: string,
  body: RunCreate,
  onDisconnect: 'cancel' | 'continue',
  asked: AskedBy = {},
): Promise<CreatedRun> {
  const place = { deployment_id: deploymentId, thread_id: threadId }
  const { key, allowed = null } = asked
  await checkInput(engine, deploymentId, body)
  const made = await engine.database.transaction(async (tx) => {
    const again = key && (await takeKey(tx, deploymentId, key, body, engine.now()))
    if (again) {
      const before = await runMadeBy(tx, deploymentId, again)
      if (await matchesFilter(tx, before.thread_id, allowed)) return before
      throw unknownThread(threadId)
    }
    await checkServing(engine, deploymentId, body)
    const inserted = await insertRunWithin(engine, tx, place, body, onDisconnect, asked)
    if (key) await recordKey(tx, deploymentId, key, inserted.run)
    return inserted
  })
  return 'steps' in made ? announceRun(engine, made) : { run: made, log: null }
}

/** The part of `createRun` that belongs into a transaction; `announceRun` is to follow its commit. */
export async function insertRunWithin(
  {
    cluster,
    executors,
    now: clock,
    prices,
    stateLimits,
  }: Pick<RunEngine, 'cluster' | 'executors' | 'now' | 'prices' | 'stateLimits'>,
  tx: Queryable,
  { deployment_id, thread_id }: { deployment_id: string; thread_id: string },
  body: RunCreate,
  onDisconnect: 'cancel' | 'continue',
  { traceparent, allowed = null }: AskedBy = {},
): Promise<InsertedRun> {
  checkRunRequest(body)
  const fork = forkOf(thread_id, body)
  const [{ assistant_id, graph_id, config, context }] = await Promise.all([
    knownAssistant(tx, deployment_id, body.assistant_id),
    checkCap(tx, deployment_id, prices, clock()),
  ])
  const defaults = { config: config ?? {}, context: context ?? {} }
  const kwargs = kwargsOf(body, defaults, fork, onDisconnect)
  const asked = writeJson(kwargs)
  const refusal = asked.length > stateLimits.valueBytes / 4 && inputRefusal(stateLimits, body.input)
  if (refusal) throw new HttpError(413, refusal)
  const strategy = body.multitask_strategy ?? 'enqueue'
  const now = clock()
  if (body.if_not_exists === 'create') {
    // As published: a thread that a run makes has the run's metadata.
    const metadata = withPreviewMark(executors, deployment_id, body.metadata ?? {})
    const { threads: ttl } = executors.retentionOf(deployment_id)
    await insertThread(tx, { thread_id, deployment_id, metadata, ttl, now })
  }
  // Held first: what is read of its runs is what others have left.
  const [isThere, found] = await Promise.all([
    holdThread(tx, deployment_id, thread_id),
    lockActiveRuns(tx, { deployment_id, thread_id }),
  ])
  // One that somebody else has made in this moment is no more to be found than before.
  if (!isThere || !(await matchesFilter(tx, thread_id, allowed))) throw unknownThread(thread_id)
  if (fork && !(await isCheckpoint(tx, thread_id, fork.checkpoint_id))) {
    const isBeside = body.checkpoint_id || body.checkpoint
    const place = isBeside ? ['checkpoint_id'] : ['config', 'configurable', 'checkpoint_id']
    throw invalidField(['body', ...place], 'The thread has no such checkpoint.')
  }
  const active = found.filter((other) => !isForLater(other, now))
  if (strategy === 'reject' && active.length > 0) {
    throw new HttpError(
      409,
      'The thread is busy with another run. Wait for it, cancel it, or choose another multitask_strategy.',
      busyThreadCode,
    )
  }
  const run_id = timeOrderedId(now)
  const steps: CancelStep[] = []
  if (strategy === 'interrupt' || strategy === 'rollback') {
    for (const other of active) {
      const cause = { reason: 'replaced' as const, replaced_by: run_id }
      steps.push(await cancelWithin(tx, other, strategy, cause, now))
    }
  }
  const request = {
    run_id,
    thread_id,
    deployment_id,
    assistant_id,
    graph_id,
    kwargs: asked,
    metadata: withPreviewMark(executors, deployment_id, body.metadata ?? {}),
    multitask_strategy: strategy,
    is_resumable: kwargs.resumable,
    feedback_keys: kwargs.feedback_keys ?? [],
    created_by: cluster.serverId,
    scheduled_at: scheduleOf(body, now),
    webhook: body.webhook ?? null,
    question: questionOf(body),
    ...traceContextOf(traceparent),
  }
  const run = await insertRun(tx, request, now)
  if (run.metadata[waitsForAnswers] === true) await holdBehindQuestions(tx, thread_id)
  return { run, steps }
}

async function knownAssistant(tx: Queryable, deploymentId: string, named: string) {
  const assistant = await findAssistant(tx, deploymentId, named)
  if (assistant) return assistant
  throw new HttpError(
    404,
    `There is no assistant “${named}” in this deployment. Name a graph of the revision that serves, or an assistant's id.`,
  )
}

/** Lets a run that was inserted start, and tells of it whoever has to know. */
export function announceRun(
  engine: Pick<RunEngine, 'logs' | 'threads' | 'queue'> & Parameters<typeof followCancel>[0],
  { run, steps }: InsertedRun,
): CreatedRun {
  const log = engine.logs.create(run, 0)
  followCancel(engine, steps)
  engine.threads.notify(run.thread_id)
  engine.queue.onCreated(run)
  return { run, log }
}

/** What a list shows of a run before it has an answer: what a person says in its input, or what it answers a question with. */
function questionOf({ input, command }: RunCreate): string | null {
  const resumed = command?.resume
  return firstText(inputMessages(input)) ?? (typeof resumed === 'string' ? resumed : null)
}

/** A run that waits for its time leaves its thread free until then. */
function isForLater(run: RunRow, now: Date): boolean {
  return run.status === 'pending' && run.scheduled_at !== null && run.scheduled_at > now
}
