import {
  type InnerPlace,
  noSpeakers,
  type Speakers,
} from '../../contract/agent-server/inner-words.ts'
import type { Message } from '../../contract/agent-server/messages.ts'
import type { Step } from '../../contract/agent-server/steps/steps-of-run.ts'
import type { Interrupt } from '../../contract/agent-server/threads.ts'

export type MessageKind = 'human' | 'ai' | 'tool' | 'system' | 'other'

/**
 * Where a message stands: `sent` is ours and not yet confirmed, `stream` is growing, `state` was read
 * from the thread's values, `cut` was streamed by a run that ended before the thread kept it.
 */
export type MessageOrigin = 'sent' | 'stream' | 'state' | 'cut'

/** One message of the conversation with what the screen needs to know about it. */
export interface ShownMessage {
  /** Stays the same while the message grows and settles. */
  readonly key: string
  readonly id: string | null
  readonly kind: MessageKind
  readonly message: Message
  readonly origin: MessageOrigin
  /** The run that made it, where that is known: votes go to this run. */
  readonly run_id: string | null
  /** When its first part came and when it was complete; null for what was not watched live. */
  readonly firstAt: number | null
  readonly settledAt: number | null
}

/** Something that was said within a tool call, by an agent or a model that the tool asked. */
export interface InnerMessage extends ShownMessage {
  readonly within: InnerPlace
}

/** Something that a node wrote to the custom stream. */
export interface CustomEntry {
  readonly key: string
  readonly at: number | null
  readonly data: unknown
}

/** Name and sentence of a failure, as the server put it. */
export interface RunFailure {
  readonly name: string | null
  readonly message: string
}

/** How much text the followed run has streamed so far, for its speed. */
export interface StreamPace {
  readonly characters: number
  /** As the server counted them; null where it does not tell while it streams. */
  readonly tokens: number | null
  readonly firstAt: number
  readonly lastAt: number
}

/** A thread as the screen shows it, folded from states and run events. Immutable. */
export interface Conversation {
  readonly messages: readonly ShownMessage[]
  /** False for graphs whose values hold no list of messages: then the values are shown instead. */
  readonly hasMessages: boolean
  readonly values: unknown
  /** What the values were before the followed run's last step; null before its second one. */
  readonly valuesBefore: unknown
  /** Questions that wait for a person, and the nodes that come next when the thread is at rest. */
  readonly interrupts: readonly Interrupt[]
  readonly next: readonly string[]
  readonly steps: readonly Step[]
  readonly custom: readonly CustomEntry[]
  readonly failure: RunFailure | null
  readonly pace: StreamPace | null
  /** When the current superstep began: nodes that do not announce themselves began then. */
  readonly barrierAt: number | null
  /** True once the stream names task starts itself; other hints about steps are then ignored. */
  readonly hasTaskEvents: boolean
  /** Events of kinds that this version does not know, counted by name. */
  readonly unknownKinds: Readonly<Record<string, number>>
  /** What was said within tool calls, as far as it was heard here. No state of the thread holds it. */
  readonly inner: readonly InnerMessage[]
  /** Who says what in the followed run, and what the mode `messages` told beside its messages, by their ids. */
  readonly speakers: Speakers
  readonly metadataById: ReadonlyMap<string, unknown>
  /** Messages that are told block by block, by the model's call that says them. */
  readonly spoken: ReadonlyMap<string, SpokenMessage>
}

/** A message that is told block by block, as far as it has come. */
export interface SpokenMessage {
  readonly id: string
  /** Its fields beside id and content. */
  readonly about: Readonly<Record<string, unknown>>
  /** By their index; some may be missing. */
  readonly blocks: readonly (Readonly<Record<string, unknown>> | undefined)[]
  /** How many messages have begun here and not ended; `isMixed` from when there were two until none is left. */
  readonly open: number
  readonly isMixed: boolean
}

/** Which run an event belongs to, and when it came (null: replayed, so its time says nothing). */
export interface EventContext {
  readonly run_id: string | null
  readonly at: number | null
}

export const emptyConversation: Conversation = {
  messages: [],
  hasMessages: false,
  values: null,
  valuesBefore: null,
  interrupts: [],
  next: [],
  steps: [],
  custom: [],
  failure: null,
  pace: null,
  barrierAt: null,
  hasTaskEvents: false,
  unknownKinds: {},
  inner: [],
  speakers: noSpeakers,
  metadataById: new Map(),
  spoken: new Map(),
}
