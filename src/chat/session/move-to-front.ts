import type { RunCreate } from '../../contract/agent-server/run-request.ts'
import type { Run } from '../../contract/agent-server/runs.ts'
import { isActive } from '../../contract/agent-server/runs.ts'
import { sentText } from '../conversation/runs/sent-messages.ts'
import { submissionKey } from './following/follow-run.ts'
import type { Canceller } from './run-canceller.ts'
import type { SessionContext } from './session-context.ts'
import type { Submitter } from './submit-run.ts'

/**
 * Puts a queued run before the others. No server can reorder its queue, so those before it are
 * cancelled and, once that is proven, sent again behind it, in their order. What had begun meanwhile is
 * left alone; text that could not be sent again goes back into the box.
 * @throws Error with a sentence about what could not be moved
 */
export async function moveToFront(
  context: SessionContext,
  canceller: Canceller,
  submitter: Submitter,
  run_id: string,
): Promise<void> {
  const { store, clock } = context
  const { queued } = store.current()
  const at = queued.findIndex((run) => run.run_id === run_id)
  if (at <= 0) return
  context.ask('move to front', run_id)
  const mine = store.current().actions.at(-1)?.key
  const lost: Run[] = []
  // From the last on: cancelling the first would let the second begin.
  const removed: Run[] = []
  for (const run of queued.slice(0, at).reverse()) {
    await canceller.cancelQueued(run.run_id, 'rollback')
    const record = store.current().records.find((item) => item.run_id === run.run_id)
    const isRunning = store.current().run?.run_id === run.run_id
    if (!isRunning && !(record && isActive(record)) && !hasRun(record)) removed.unshift(run)
  }
  context.note((entry) => entry.key === mine, { acceptedAt: clock.now() })
  for (const run of removed) {
    const sent = await submitter.enqueue(bodyOf(run, context.newId()))
    if (!sent.ok) lost.push(run)
  }
  const first = store.current().queued[0]?.run_id
  const isFirst = first === run_id || store.current().run?.run_id === run_id
  context.note((entry) => entry.key === mine, {
    verifiedAt: clock.now(),
    outcome: isFirst ? 'is next' : 'another run came first',
  })
  if (lost.length === 0) return store.flush()
  const text = lost.map(sentText).filter(Boolean).join('\n\n')
  const serial = (store.current().returned?.serial ?? 0) + 1
  context.patch({ returned: { text, serial } })
  store.flush()
  throw new Error(
    'A message that was before it could not be sent again; its words are back in the box.',
  )
}

/** A run that ended with anything but a cancel has done its work: it must not be done twice. */
function hasRun(record: Run | undefined): boolean {
  return record !== undefined && record.status !== 'interrupted' && record.status !== 'error'
}

/** The request that made a run, as far as its record tells. */
function bodyOf({ assistant_id, kwargs, metadata }: Run, mark: string): RunCreate {
  const { input, command, feedback_keys, stream_mode, context, on_disconnect } = (kwargs ??
    {}) as Partial<RunCreate>
  return {
    assistant_id: assistant_id ?? '',
    ...(command ? { command } : { input }),
    ...(Array.isArray(feedback_keys) && { feedback_keys }),
    ...(stream_mode && { stream_mode }),
    ...(context && Object.keys(context).length > 0 && { context }),
    on_disconnect: on_disconnect === 'cancel' ? 'cancel' : 'continue',
    stream_resumable: true,
    multitask_strategy: 'enqueue',
    metadata: { ...metadata, [submissionKey]: mark },
  }
}
