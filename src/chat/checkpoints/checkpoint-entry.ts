import { messagesOf } from '../../contract/agent-server/messages.ts'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { writeJson } from '../../contract/exact-json.ts'

/** The ids of a checkpoint's messages: the first `length` of a list that newer checkpoints share. */
interface MessageIds {
  readonly list: readonly string[]
  readonly length: number
}

/** A task that a checkpoint was left with: what runs next, and what came of it. */
interface CheckpointTask {
  readonly id: string
  readonly name: string
  readonly error: string | null
  readonly isPaused: boolean
  /** It wrote something before the next checkpoint was made. */
  readonly hasResult: boolean
}

/** A checkpoint without its values, which may be large: they are read when somebody looks at them. */
export interface CheckpointEntry {
  readonly checkpoint_id: string
  readonly parent_id: string | null
  readonly created_at: string | null
  readonly step: number | null
  /** What made it: `input`, `loop` (a step of the graph), `update` or `fork` (a person). */
  readonly source: string | null
  readonly run_id: string | null
  readonly next: readonly string[]
  readonly tasks: readonly CheckpointTask[]
  readonly messages: MessageIds
}

/** What is kept of a state of the thread's history; null for one without a checkpoint. */
export function entryOf(state: ThreadState, newer?: CheckpointEntry): CheckpointEntry | null {
  const checkpoint_id = state.checkpoint?.checkpoint_id
  if (!checkpoint_id) return null
  const { step, source, run_id } = state.metadata ?? {}
  return {
    checkpoint_id,
    parent_id: state.parent_checkpoint?.checkpoint_id ?? null,
    created_at: state.created_at ?? null,
    step: typeof step === 'number' ? step : null,
    source: typeof source === 'string' ? source : null,
    run_id: typeof run_id === 'string' ? run_id : null,
    next: state.next,
    tasks: state.tasks.map((task) => ({
      id: task.id,
      name: task.name,
      error: task.error ? errorText(task.error) : null,
      isPaused: (task.interrupts ?? []).length > 0,
      hasResult: task.result !== undefined && task.result !== null,
    })),
    messages: sharedIds(
      messagesOf(state.values).map((message, index) => message.id ?? `#${index}`),
      newer?.messages,
    ),
  }
}

/** Threads grow at their end: an older list is nearly always the beginning of a newer one. */
function sharedIds(ids: readonly string[], newer: MessageIds | undefined): MessageIds {
  const isBeginning =
    newer !== undefined &&
    ids.length <= newer.length &&
    ids.every((id, index) => id === newer.list[index])
  return { list: isBeginning ? newer.list : ids, length: ids.length }
}

/** Some servers tell a failure as JSON within a string. */
function errorText(error: unknown): string {
  if (typeof error === 'string') {
    try {
      const { message } = JSON.parse(error) as { message?: unknown }
      if (typeof message === 'string') return message
    } catch {
      return error
    }
    return error
  }
  const { message } = error as { message?: unknown }
  return typeof message === 'string' ? message : writeJson(error)
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
