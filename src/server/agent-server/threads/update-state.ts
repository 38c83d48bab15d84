import { randomUUID } from 'node:crypto'
import { busyThreadCode } from '../../../contract/errors.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import type { Queryable } from '../../db/database.ts'
import type {
  DraftedCall,
  DraftedUpdate,
  UpdateRequest,
} from '../../executor/protocol/thread-calls.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { isGraph } from '../assistants/assistant-store.ts'
import { askGraph } from '../graphs/ask-graph.ts'
import { unknownThread } from '../not-found.ts'
import type { RunEngine } from '../run-engine.ts'
import { lockActiveRuns } from '../run-store/run-store.ts'
import { isCheckpoint, newestCheckpoint } from './checkpoint-store.ts'
import { putDrafted } from './checkpoint-writes.ts'
import { packedDraft } from './packed-calls.ts'
import { type StateLimits, stateRefusal } from './state-limits.ts'
import { configOf } from './thread-state.ts'
import { findThread, holdThread, keepGraph, settleThread } from './thread-store.ts'

const mostTries = 5

/**
 * Writes states of a thread as its graph would, one checkpoint for each step, and answers where the last
 * one is. The graph drafts them; they are stored at once, if the thread is still as it was then.
 * Rejects with 404 for an unknown thread, 409 while it is busy or when others keep changing it, 413 for a state that
 * is too large, and 422 for what the graph refuses.
 */
export async function updateState(
  engine: RunEngine,
  deploymentId: string,
  threadId: string,
  request: Pick<UpdateRequest, 'checkpoint' | 'steps'>,
): Promise<Record<string, unknown>> {
  const graph_id = await graphToWrite(engine, deploymentId, threadId)
  await checkTarget(engine, threadId, request.checkpoint)
  const config = await configOf(engine, deploymentId, threadId)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const base = await newestCheckpoint(engine.database, threadId)
    const body = { call: 'update' as const, graph_id, thread_id: threadId, config, ...request }
    const drafted = parseJson(await askGraph(engine, deploymentId, body)) as DraftedUpdate
    if ('refused' in drafted) throw invalidField(['body', drafted.field], drafted.refused)
    const packed = await Promise.all(drafted.calls.map(packedDraft))
    const isStored = await engine.database.transaction(async (tx) => {
      if (!(await holdThread(tx, deploymentId, threadId))) throw unknownThread(threadId)
      const key = { deployment_id: deploymentId, thread_id: threadId }
      if ((await lockActiveRuns(tx, key)).length > 0) throw busyThread()
      if ((await newestCheckpoint(tx, threadId)) !== base) return false
      const { snapshot, calls } = drafted
      await refuseTooLarge(tx, threadId, calls, engine.stateLimits)
      await putDrafted(tx, { thread_id: threadId, run_id: randomUUID() }, packed)
      await keepGraph(tx, threadId, graph_id)
      const status = snapshot.next.length > 0 ? 'interrupted' : 'idle'
      await settleThread(tx, threadId, status, snapshot, engine.now())
      return true
    })
    if (isStored) return drafted.checkpoint
  }
  throw new HttpError(409, 'The thread is being changed by others. Read its state and try again.')
}

/** 413 with the sentence of a run that would leave so much. */
async function refuseTooLarge(
  tx: Queryable,
  threadId: string,
  calls: readonly DraftedCall[],
  limits: StateLimits,
): Promise<void> {
  for (const call of calls) {
    if (call.call !== 'put') continue
    const sizes = call.blobs.map(({ channel, value }) => ({
      channel,
      size: Buffer.byteLength(value?.bytes ?? '', 'base64'),
    }))
    const refusal = await stateRefusal(tx, threadId, call, sizes, limits)
    if (refusal) throw new HttpError(413, refusal)
  }
}

async function graphToWrite(
  engine: RunEngine,
  deploymentId: string,
  threadId: string,
): Promise<string> {
  const thread = await findThread(engine.database, deploymentId, threadId)
  if (!thread) throw unknownThread(threadId)
  if (thread.status === 'busy') throw busyThread()
  const graph_id = thread.metadata?.graph_id
  if (typeof graph_id === 'string' && (await isGraph(engine.database, deploymentId, graph_id))) {
    return graph_id
  }
  throw new HttpError(
    409,
    'The thread has no graph yet. Run it once, or name one as graph_id in its metadata.',
  )
}

async function checkTarget(
  engine: RunEngine,
  threadId: string,
  { checkpoint_id, checkpoint_ns }: UpdateRequest['checkpoint'],
): Promise<void> {
  if (!checkpoint_id) return
  if (await isCheckpoint(engine.database, threadId, checkpoint_id, checkpoint_ns ?? '')) return
  throw invalidField(['body', 'checkpoint_id'], 'The thread has no such checkpoint.')
}

function busyThread(): HttpError {
  const sentence = 'The thread is busy with a run. Wait for it, or cancel it, first.'
  return new HttpError(409, sentence, busyThreadCode)
}
