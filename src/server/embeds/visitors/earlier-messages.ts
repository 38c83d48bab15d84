import { call, type Transport } from '../../../client/api.ts'
import { innerKind, type Message, messagesOf } from '../../../contract/agent-server/messages.ts'
import { getThreadHistory, type ThreadState } from '../../../contract/agent-server/threads.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import type { EarlierMessages } from '../../../contract/embeds/visitors.ts'
import { visibleMessage } from './visible-messages.ts'

/** Each checkpoint repeats all messages of its thread. */
const pageSize = 20

/**
 * Messages that a thread had and has no more, as an agent puts them away that writes a summary in their place: those
 * that went last before the checkpoint `head`, as visitors may read them. Null where none ever went. (C5)
 */
export async function earlierMessages(
  agent: Transport,
  thread_id: string,
  head: string,
  embed: Embed,
): Promise<EarlierMessages | null> {
  let at = head
  for (;;) {
    const found = await lastThatLost(agent, thread_id, at)
    if (!found) return null
    at = found.before.checkpoint?.checkpoint_id ?? ''
    const has_more = holdsSummary(found.before)
    // What the agent wrote for itself is known by its id too, which is taken off below.
    const told = lostBetween(found).filter((message) => innerKind(message) === null)
    const messages = told.flatMap(({ id, ...message }) => {
      // Without an id its files come whole: the thread as it is now does not hold them.
      const visible = visibleMessage(message, embed)
      return visible ? [{ ...visible, id, type: message.type }] : []
    })
    // What an agent wrote for itself alone is passed over.
    if (messages.length > 0 || !has_more) return { messages, checkpoint_id: at, has_more }
  }
}

/** A message as a visitor may read it; null is one that is not for visitors. */
export type ReadableMessage = { readonly content?: unknown } | null

/**
 * What a visitor may read of a conversation: its messages as they are, then those that its agent put away, the last of
 * them first, for as long as they are asked for.
 */
export async function* readableMessages(
  agent: Transport,
  thread_id: string,
  state: ThreadState,
  embed: Embed,
): AsyncGenerator<readonly ReadableMessage[]> {
  yield messagesOf(state.values).map((message) => visibleMessage(message, embed))
  let head = holdsSummary(state) ? state.checkpoint?.checkpoint_id : undefined
  while (head) {
    const earlier = await earlierMessages(agent, thread_id, head, embed)
    if (earlier) yield earlier.messages
    head = earlier?.has_more ? earlier.checkpoint_id : undefined
  }
}

/** Whether an agent wrote something in a state in place of what was said before. */
export function holdsSummary({ values }: Pick<ThreadState, 'values'>): boolean {
  return messagesOf(values).some((message) => innerKind(message) === 'summary')
}

interface Loss {
  before: ThreadState
  after: ThreadState
}

/** The newest two states in a row, of the branch that ends at `head`, of which the later lacks messages. */
async function lastThatLost(
  agent: Transport,
  thread_id: string,
  head: string,
): Promise<Loss | null> {
  let after: ThreadState | null = null
  let wanted: string | undefined = head
  let before: string | undefined
  while (wanted !== undefined) {
    const query = { limit: pageSize, ...(before !== undefined && { before }) }
    const states = await call(agent, getThreadHistory, { params: { thread_id }, query })
    const from = before
    for (const state of states) {
      const id = state.checkpoint?.checkpoint_id
      before = id ?? before
      if (id !== wanted) continue
      const loss = after && { before: state, after }
      if (loss && lostBetween(loss).length > 0) return loss
      after = state
      wanted = state.parent_checkpoint?.checkpoint_id ?? undefined
    }
    // Nothing more is told: also where a server repeats the same page, or names no checkpoints.
    if (before === from) return null
  }
  return null
}

function lostBetween({ before, after }: Loss): Message[] {
  const now = new Set(messagesOf(after.values).map(({ id }) => id))
  return messagesOf(before.values).filter(({ id }) => id && !now.has(id))
}
