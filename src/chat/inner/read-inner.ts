import type { Transport } from '../../client/api.ts'
import type { RunLocation } from '../../client/run-stream.ts'
import { emptyConversation, type InnerMessage } from '../conversation/conversation-types.ts'
import { endInner } from '../conversation/fold-inner.ts'
import { foldNewest } from '../conversation/fold-newest.ts'
import { storedEvents } from '../inspector/stored-events.ts'

/** What was said within the calls of some run, and which task gave which result. */
export interface InnerOfRun {
  readonly inner: readonly InnerMessage[]
  readonly carriedOut: ReadonlyMap<string, string>
}

/** Events of a run that are looked through for it. */
const most = 100_000

/**
 * What was said within the tool calls of a run that is over, from the events that the server has stored of it; nothing
 * where it has stored none.
 * @throws the signal's reason, or the ApiError of the server's refusal
 */
export async function readInner(
  transport: Transport,
  run: RunLocation,
  signal: AbortSignal,
): Promise<InnerOfRun> {
  const events = await storedEvents(transport, run, { most, signal })
  let conversation = emptyConversation
  for (const event of events) {
    conversation = foldNewest(conversation, event, { run_id: run.run_id, at: null })
  }
  const { speakers } = conversation
  return { inner: endInner(conversation).inner ?? [], carriedOut: speakers.carriedOut }
}
