import type { RunnableConfig } from '@langchain/core/runnables'
import type { StateSnapshot } from '@langchain/langgraph'
import { answerText } from '../../../contract/agent-server/answers/thoughts.ts'
import {
  innerKind,
  type Message,
  messagesOf,
  messageText,
} from '../../../contract/agent-server/messages.ts'
import type { Interrupt } from '../../../contract/agent-server/threads.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import type { ThreadSnapshot } from '../protocol/run-order.ts'
import { wireJson } from '../wire-json.ts'

/** A state as the wire has it (`ThreadState`), not yet JSON. */
export function wireState(state: StateSnapshot) {
  return {
    values: state.values,
    next: stepsLeft(state),
    tasks: state.tasks.map((task) => ({
      id: task.id,
      name: task.name,
      path: task.path,
      error: task.error === undefined ? null : errorText(task.error),
      interrupts: task.interrupts,
      checkpoint: taskCheckpoint(task.state),
      state: taskState(task.state),
      result: task.result ?? null,
    })),
    metadata: state.metadata ?? {},
    created_at: state.createdAt ?? null,
    checkpoint: wireCheckpoint(state.config),
    parent_checkpoint: wireCheckpoint(state.parentConfig),
    interrupts: state.tasks.flatMap((task) => task.interrupts),
  }
}

/**
 * The library leaves steps out whose results are stored already. When all are, because the run ended
 * before the checkpoint that joins them, there is still something left to do.
 */
function stepsLeft(state: StateSnapshot): string[] {
  return state.next.length > 0 ? state.next : state.tasks.map((task) => task.name)
}

/** Which checkpoint a config points to, or null. */
export function wireCheckpoint(config: RunnableConfig | undefined): object | null {
  const { thread_id, checkpoint_id, checkpoint_ns, checkpoint_map } = config?.configurable ?? {}
  if (!checkpoint_id) return null
  return {
    thread_id,
    checkpoint_id,
    checkpoint_ns: checkpoint_ns ?? '',
    checkpoint_map: checkpoint_map ?? null,
  }
}

/** What is kept on the thread after a run. */
export function threadSnapshot(state: StateSnapshot): ThreadSnapshot {
  const values = wireJson(state.values)
  const interrupts: Record<string, Interrupt[]> = {}
  for (const task of state.tasks) {
    if (task.interrupts.length > 0) {
      interrupts[task.id] = parseJson(wireJson(task.interrupts)) as Interrupt[]
    }
  }
  const messages = messagesOf(parseJson(values))
  const summary = summaryOf(messages)
  return { values, next: stepsLeft(state), interrupts, summary, answer: answerOf(messages) }
}

const summaryLength = 200
const answerLength = 2_000

function summaryOf(messages: Message[]): ThreadSnapshot['summary'] {
  const withText = messages.filter(
    (message) => message.type !== 'system' && textOf(message) !== '' && !innerKind(message),
  )
  const firstMessage = withText.find(({ type }) => type === 'human') ?? withText[0]
  const lastMessage = withText.at(-1)
  return {
    first_message: firstMessage ? textOf(firstMessage) : null,
    last_message: lastMessage ? textOf(lastMessage) : null,
    message_count: messages.length,
  }
}

function answerOf(messages: Message[]): string | null {
  const asked = messages.findLastIndex((one) => one.type === 'human' && !innerKind(one))
  const texts = messages
    .slice(asked + 1)
    .map(({ type, content }) => (type === 'ai' ? firstOf(answerText(content), answerLength) : ''))
  return texts.findLast((text) => text !== '') ?? null
}

function textOf({ type, content }: Message): string {
  return firstOf(type === 'ai' ? answerText(content) : messageText(content), summaryLength)
}

function firstOf(text: string, length: number): string {
  return [...text].slice(0, length).join('')
}

/** An error of a task as the wire has it: text, or JSON of its name and message. */
export function errorText(error: unknown): string {
  return typeof error === 'string' ? error : wireJson(error)
}

/** Where the state of a task's subgraph is: the library tells it in place of the state, or within it. */
export function taskCheckpoint(state: StateSnapshot | RunnableConfig | undefined): object | null {
  const config = state && 'values' in state ? state.config : (state as RunnableConfig | undefined)
  const { thread_id, checkpoint_id, checkpoint_ns, checkpoint_map } = config?.configurable ?? {}
  if (checkpoint_ns === undefined) return null
  return {
    thread_id,
    checkpoint_ns,
    ...(checkpoint_id ? { checkpoint_id } : {}),
    ...(checkpoint_map ? { checkpoint_map } : {}),
  }
}

function taskState(state: unknown): unknown {
  if (typeof state !== 'object' || state === null) return null
  return 'values' in state && 'tasks' in state ? wireState(state as StateSnapshot) : null
}
