import type { Message } from '../../../contract/agent-server/messages.ts'
import type { StepStatus } from '../../../contract/agent-server/steps/steps-of-run.ts'
import type { Conversation, EventContext } from '../conversation-types.ts'
import { endInner, forgetInner } from '../fold-inner.ts'
import { endStreamed, newMessage } from '../message-list-fold.ts'
import { endRunningSteps } from '../steps.ts'

/** A new run begins: our own message shows at once, questions count as answered. */
export function beginRun(
  conversation: Conversation,
  sent: readonly Message[],
  context: EventContext,
): Conversation {
  const added = sent.map((message, index) =>
    newMessage(message, 'sent', context, conversation.messages.length + index),
  )
  return {
    ...conversation,
    ...endInner(conversation),
    metadataById: new Map(),
    spoken: new Map(),
    messages: added.length > 0 ? [...conversation.messages, ...added] : conversation.messages,
    interrupts: [],
    next: [],
    steps: [],
    custom: [],
    failure: null,
    pace: null,
    valuesBefore: null,
    barrierAt: context.at,
    hasTaskEvents: false,
  }
}

/** Only these messages stay: a run goes on from an earlier point. Null leaves everything. */
export function showUpTo(conversation: Conversation, ids: readonly string[] | null): Conversation {
  if (ids === null) return conversation
  const kept = new Set(ids)
  const isKept = (id: string | null, index: number) => kept.has(id ?? `#${index}`)
  const messages = conversation.messages.filter((item, index) => isKept(item.id, index))
  return { ...conversation, messages }
}

/** Our message did not get through: it leaves the conversation again. */
export function withdrawSent(conversation: Conversation): Conversation {
  const messages = conversation.messages.filter((item) => item.origin !== 'sent')
  return { ...conversation, messages }
}

/** A replay from the start follows: half-streamed messages would be doubled by it. */
export function forgetStreamed(conversation: Conversation): Conversation {
  const messages = endStreamed(conversation.messages, false)
  return {
    ...conversation,
    ...forgetInner(conversation),
    messages,
    spoken: new Map(),
    steps: [],
    custom: [],
    hasTaskEvents: false,
  }
}

/**
 * After a restart of the server the run begins again where its last step ended: the steps that had ended stay, and what
 * was at work comes again.
 */
export function beginAgain(conversation: Conversation): Conversation {
  const { hasTaskEvents } = conversation
  const ended = conversation.steps.filter(({ status }) => status !== 'running')
  // Nodes that do not announce themselves are told apart by their number, which may come again.
  const steps = hasTaskEvents
    ? ended
    : ended.map((step) => ({ ...step, key: `before:${step.key}` }))
  return { ...forgetStreamed(conversation), steps, hasTaskEvents }
}

/** The run is over. With `keepsRemains` text that the thread did not keep stays, marked as cut off. */
export function endRun(
  conversation: Conversation,
  status: StepStatus,
  at: number | null,
  keepsRemains: boolean,
): Conversation {
  return {
    ...conversation,
    ...endInner(conversation),
    messages: endStreamed(conversation.messages, keepsRemains),
    steps: endRunningSteps(conversation.steps, status, at),
  }
}
