import { foldState } from '../../../chat/conversation/conversation.ts'
import { emptyConversation } from '../../../chat/conversation/conversation-types.ts'
import { buildTurns, type Turn } from '../../../chat/conversation/turns.ts'
import { hasPutAway } from '../../../chat/history/put-away.ts'
import type { RunSession, SessionSnapshot } from '../../../chat/session/session-types.ts'
import { call } from '../../../client/api.ts'
import { type EarlierMessages, readEarlierMessages } from '../../../contract/embeds/visitors.ts'

/** A part of what the agent put away of a conversation. */
export type EarlierTurns = EarlierMessages & { turns: readonly Turn[] }

/** What stood before a checkpoint, or before what is there now. Rejects with what the server said. */
export async function readEarlierTurns(
  { transport }: RunSession,
  thread_id: string,
  before: string | undefined,
): Promise<EarlierTurns> {
  const found = await call(transport, readEarlierMessages, {
    params: { thread_id },
    query: before === undefined ? {} : { before },
  })
  return { ...found, turns: turnsOf(found) }
}

/** All that the agent put away of a conversation, oldest first. Rejects with what the server said. */
export async function readAllEarlierTurns(
  session: RunSession,
  snapshot: SessionSnapshot,
): Promise<Turn[]> {
  const { thread_id } = snapshot
  const turns: Turn[] = []
  if (thread_id === null || !hasPutAway(snapshot)) return turns
  let before: string | undefined
  for (let hasMore = true; hasMore; ) {
    const found = await readEarlierTurns(session, thread_id, before)
    turns.unshift(...found.turns)
    before = found.checkpoint_id
    hasMore = found.has_more
  }
  return turns
}

function turnsOf({ messages }: EarlierMessages): readonly Turn[] {
  const state = { values: { messages }, next: [], tasks: [] }
  const { messages: items } = foldState(emptyConversation, state, { run_id: null, at: null })
  return buildTurns(items)
}
