import { messagesOf } from '../../contract/agent-server/messages.ts'
import { type StateTasks, tasksOfState } from '../../contract/agent-server/steps/state-tasks.ts'
import type { ThreadState } from '../../contract/agent-server/threads.ts'

/** The ids of a checkpoint's messages: the first `length` of a list that newer checkpoints share. */
interface MessageIds {
  readonly list: readonly string[]
  readonly length: number
}

/** A checkpoint without its values, which may be large: they are read when somebody looks at them. */
export interface CheckpointEntry extends StateTasks {
  readonly next: readonly string[]
  readonly messages: MessageIds
}

/** What is kept of a state of the thread's history; null for one without a checkpoint. */
export function entryOf(state: ThreadState, newer?: CheckpointEntry): CheckpointEntry | null {
  const tasks = tasksOfState(state)
  if (!tasks) return null
  const ids = messagesOf(state.values).map((message, index) => message.id ?? `#${index}`)
  return { ...tasks, next: state.next, messages: sharedIds(ids, newer?.messages) }
}

/** Threads grow at their end: an older list is nearly always the beginning of a newer one. */
function sharedIds(ids: readonly string[], newer: MessageIds | undefined): MessageIds {
  const isBeginning =
    newer !== undefined &&
    ids.length <= newer.length &&
    ids.every((id, index) => id === newer.list[index])
  return { list: isBeginning ? newer.list : ids, length: ids.length }
}

export function holds({ messages }: CheckpointEntry, message_id: string): boolean {
  const at = messages.list.indexOf(message_id)
  return at >= 0 && at < messages.length
}

export function hasSameMessages(one: CheckpointEntry, other: CheckpointEntry): boolean {
  const [a, b] = [one.messages, other.messages]
  if (a.length !== b.length) return false
  return a.list === b.list || firstDifference(one, other) === a.length
}

/** Where the messages of two checkpoints part; the shorter length when they do not. */
export function firstDifference(one: CheckpointEntry, other: CheckpointEntry): number {
  const most = Math.min(one.messages.length, other.messages.length)
  if (one.messages.list === other.messages.list) return most
  for (let index = 0; index < most; index += 1) {
    if (one.messages.list[index] !== other.messages.list[index]) return index
  }
  return most
}
