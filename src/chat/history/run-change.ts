import { call, type Transport } from '../../client/api.ts'
import { getThreadStateAt, searchThreadHistory } from '../../contract/agent-server/thread-states.ts'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { changedFields } from '../conversation/runs/changed-fields.ts'

type Values = Readonly<Record<string, unknown>> | null | undefined

/** What a run did to its thread's state. */
export interface RunChange {
  /** The fields that it changed, or, where the state before it is not known, all. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly isWhole: boolean
}

/** Of longer runs the beginning is asked for by itself. */
const statesAtOnce = 100

/**
 * Reads what a run changed, from the checkpoints that it made; null where its thread has none of them any more. Rejects
 * where they cannot be read.
 */
export async function readRunChange(
  transport: Transport,
  { thread_id, run_id }: { thread_id: string; run_id: string },
  signal: AbortSignal,
): Promise<RunChange | null> {
  const read = await call(transport, searchThreadHistory, {
    params: { thread_id },
    body: { limit: statesAtOnce, metadata: { run_id } },
    signal,
  })
  // A server may not look at the metadata, and answer every state.
  const own = read.filter((state) => state.metadata?.run_id === run_id)
  const [last] = own
  if (!last) return null
  const first = read.length < statesAtOnce ? own.at(-1) : undefined
  const before = first && (await valuesBefore(transport, thread_id, first, signal))
  const fields = changedFields(before ?? null, last.values as Values)
  return { fields, isWhole: !before }
}

/** What the thread held before a run's first checkpoint; null where that is not known any more. */
async function valuesBefore(
  transport: Transport,
  thread_id: string,
  first: ThreadState,
  signal: AbortSignal,
): Promise<Values> {
  const checkpoint_id = first.parent_checkpoint?.checkpoint_id
  if (!checkpoint_id) return {}
  // The checkpoint of an input is made before a step takes the input in.
  if (first.metadata?.source === 'input') return (first.values ?? {}) as Values
  const read = call(transport, getThreadStateAt, { params: { thread_id, checkpoint_id }, signal })
  return read.then(
    ({ values }) => (values ?? {}) as Values,
    () => null,
  )
}
