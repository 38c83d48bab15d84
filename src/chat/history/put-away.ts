import { inputMessages } from '../../contract/agent-server/input/input-messages.ts'
import { innerKind, messageText } from '../../contract/agent-server/messages.ts'
import type { CheckpointEntry } from '../checkpoints/checkpoint-entry.ts'
import type { ShownMessage } from '../conversation/conversation-types.ts'
import { isFork } from '../conversation/is-fork.ts'
import { messageKind } from '../conversation/message-delta.ts'
import type { SessionSnapshot } from '../session/session-types.ts'

type Messages = readonly ShownMessage[]

/** Whether a list holds what an agent wrote in place of what was said before. */
export function isSummarized(messages: Messages): boolean {
  return messages.some(({ message }) => innerKind(message) === 'summary')
}

/**
 * Whether the thread once had messages that it has no more, as far as that can be told without asking the server: it
 * holds a summary of them, or lacks what runs were sent that ended well, while it keeps what the last of them was sent.
 * Where the thread has branches their messages stand elsewhere, and nothing is told.
 */
export function hasPutAway({
  conversation,
  records,
  viewing,
  state,
}: Pick<SessionSnapshot, 'conversation' | 'records' | 'viewing' | 'state'>): boolean {
  const { messages } = conversation
  // Visitors of an embedded chat do not read the summary itself.
  if (isSummarized(messages) || state?.metadata?.is_summarized === true) return true
  if (viewing || records.some(isFork)) return false
  const held = new Set(
    messages.flatMap(({ id, kind, message }) => [
      ...(id === null ? [] : [id]),
      ...(kind === 'human' ? [wordsMark(message)] : []),
    ]),
  )
  const sent = records
    .filter(({ status }) => status === 'success')
    .map(({ kwargs }) => sentMarks(kwargs?.input))
    .filter((marks) => marks.length > 0)
  const isHeld = (marks: readonly string[]) => marks.every((mark) => held.has(mark))
  return isHeld(sent.at(-1) ?? ['']) && !sent.every(isHeld)
}

/** What a run was sent: its messages by their ids, those of programs that give them none by their words. */
function sentMarks(input: unknown): string[] {
  return inputMessages(input).flatMap((sent) => {
    if (typeof sent.id === 'string') return [sent.id]
    const isSaid = messageKind(sent.type) === 'human' && messageText(sent.content) !== ''
    return isSaid ? [wordsMark(sent)] : []
  })
}

const wordsMark = ({ content }: { content?: unknown }) => `says ${messageText(content)}`

/** The checkpoint before messages went, and who wrote the state without them. */
export interface PutAway {
  readonly checkpoint_id: string
  readonly by: 'agent' | 'person'
}

/**
 * The newest checkpoint of the branch that ends at `head` with messages that the one after it lacks; null where none
 * ever went, `unknown` where too little was read.
 */
export function beforePutAway(
  entries: readonly CheckpointEntry[],
  head: string,
): PutAway | null | 'unknown' {
  const byId = new Map(entries.map((entry) => [entry.checkpoint_id, entry]))
  let after = byId.get(head)
  if (!after) return 'unknown'
  while (after.parent_id !== null) {
    const before = byId.get(after.parent_id)
    if (!before) return 'unknown'
    if (lacks(after, before)) {
      const { checkpoint_id } = before
      return { checkpoint_id, by: after.source === 'update' ? 'person' : 'agent' }
    }
    after = before
  }
  return null
}

function lacks(after: CheckpointEntry, before: CheckpointEntry): boolean {
  const [now, then] = [after.messages, before.messages]
  if (now.list === then.list && now.length >= then.length) return false
  const held = new Set(now.list.slice(0, now.length))
  return then.list.slice(0, then.length).some((id) => !held.has(id))
}
