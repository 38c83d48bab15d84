import { inputMessages } from '../../../contract/agent-server/input/input-messages.ts'
import { type Message, messageText } from '../../../contract/agent-server/messages.ts'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { messageKind } from '../message-delta.ts'

/** The messages that a run's input brings, as far as they can be shown before the server confirms. */
export function sentMessages(input: unknown): Message[] {
  return inputMessages(input).flatMap((message) =>
    typeof message.id === 'string' && message.type !== ''
      ? [{ ...message, type: messageKind(message.type) }]
      : [],
  )
}

/** The ids of the messages that a run's input brought. */
export function sentIds(run: Run): string[] {
  return sentMessages(run.kwargs?.input).map((message) => message.id ?? '')
}

/** The ids of the questions that runs were started to answer. */
export function answeredIds(runs: readonly Run[]): ReadonlySet<string> {
  const ids = runs.flatMap(({ kwargs }) => {
    const resume = (kwargs?.command as { resume?: unknown } | null | undefined)?.resume
    return typeof resume === 'object' && resume !== null ? Object.keys(resume) : []
  })
  return new Set(ids)
}

/** The words of what an input says; empty where it says nothing. */
export function inputTitle(input: unknown): string {
  const sent = inputMessages(input)
  const last = sent.findLast(({ type }) => messageKind(type) === 'human') ?? sent.at(-1)
  return messageText(last?.content).trim()
}

/** What a person would say a run is about: its message, or that it answers a question. */
export function runTitle(run: Run): string {
  const text = inputTitle(run.kwargs?.input)
  if (text !== '') return text
  return run.kwargs?.command ? 'An answer to a question' : 'A run without a message'
}

/** The text that a run's input held, for putting it back into the box. */
export function sentText(run: Run | null): string {
  return sentMessages(run?.kwargs?.input)
    .map((message) => messageText(message.content))
    .join('\n\n')
}
