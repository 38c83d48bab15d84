import { answerText } from '../../../contract/agent-server/answers/thoughts.ts'
import { uiMessagesOf } from '../../../contract/agent-server/components/ui-messages.ts'
import { type Message, messagesOf, messageText } from '../../../contract/agent-server/messages.ts'
import type { Interrupt } from '../../../contract/agent-server/threads.ts'
import { type TokenCounts, tokensOf } from '../../../contract/agent-server/tokens.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { Attempt, TranscriptStep } from '../../../contract/qa/attempts.ts'

type ToolStep = Extract<TranscriptStep, { step: 'tool' }>
type InterruptStep = Extract<TranscriptStep, { step: 'interrupt' }>
type ComponentStep = Extract<TranscriptStep, { step: 'component' }>

/** What was said and done in an attempt, in order, from what its turns say and what the thread's state has after each run. */
export class Transcript {
  readonly steps: TranscriptStep[] = []
  readonly usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 }
  readonly #seen = new Set<string>()
  readonly #calls = new Map<string, ToolStep>()
  readonly #asked = new Set<string>()
  /** By their ids: how each was, and where it stands; null for what was there before. */
  readonly #components = new Map<string, { was: string; step: ComponentStep | null }>()
  #before = '{}'
  #hasUsage = false

  said(text: string): void {
    this.steps.push({ step: 'user', text })
  }

  /** Something that is neither said nor answered; `passed` where it had to come out in some way. */
  happened(text: string, passed: boolean | null = null): void {
    this.steps.push({ step: 'event', text, ...(passed !== null && { passed }) })
  }

  /** What a state begins with is nothing that was answered. */
  beginsWith(values: unknown): void {
    for (const message of messagesOf(values)) this.#seen.add(nameOf(message))
    for (const { id, props } of uiMessagesOf(values)) {
      this.#components.set(id, { was: writeJson(props), step: null })
    }
    this.#before = writeJson(values ?? {})
  }

  /** Adds what is new in a state, and the questions that wait. */
  reads(values: unknown, interrupts: readonly Interrupt[]): void {
    const messages = messagesOf(values)
    const hasMessages = Array.isArray((values as { messages?: unknown } | null)?.messages)
    for (const message of messages) {
      const name = nameOf(message)
      if (this.#seen.has(name)) continue
      this.#seen.add(name)
      this.#add(message)
    }
    if (hasMessages) this.#readComponents(values)
    const after = writeJson(values ?? {})
    if (!hasMessages && after !== this.#before) this.#addFields(values)
    this.#before = after
    for (const interrupt of interrupts) this.#ask(interrupt)
  }

  /** Notes what the case answers to the question that stands at a place among those that wait, from 0 on. */
  answers(place: number, words: string): void {
    const open = this.steps.filter(
      (step): step is InterruptStep => step.step === 'interrupt' && step.answered === null,
    )
    const step = open[place]
    if (!step) return
    step.answered = words
    // The same question may be asked again.
    this.#asked.delete(nameOfQuestion(step))
  }

  /** The text of the last answer. */
  get lastAnswer(): string {
    return this.steps.findLast((step) => step.step === 'answer')?.text ?? ''
  }

  get tools(): { name: string; args: unknown }[] {
    return this.steps.flatMap((step) => (step.step === 'tool' ? [step.call] : []))
  }

  /** Null where the server tells none. */
  get tokens(): Attempt['usage'] {
    return this.#hasUsage ? { ...this.usage } : null
  }

  #add(message: Message): void {
    if (message.type === 'tool') {
      const call = this.#calls.get(message.tool_call_id ?? '')
      if (call) call.call = { ...call.call, result: messageText(message.content) }
      return
    }
    if (message.type !== 'ai' && message.type !== 'AIMessageChunk') return
    const text = answerText(message.content)
    if (text.trim() !== '') this.steps.push({ step: 'answer', text })
    for (const { id, name, args } of message.tool_calls ?? []) {
      const step: ToolStep = { step: 'tool', call: { id, name, args: args ?? {}, result: null } }
      this.steps.push(step)
      if (id) this.#calls.set(id, step)
    }
    this.#count(tokensOf(message))
  }

  /** One that is changed later stands where it was said first. */
  #readComponents(values: unknown): void {
    for (const { id, name, props } of uiMessagesOf(values)) {
      const known = this.#components.get(id)
      const was = writeJson(props)
      if (known?.was === was) continue
      const step: ComponentStep = known?.step ?? { step: 'component', name, props }
      step.props = props
      if (!known?.step) this.steps.push(step)
      this.#components.set(id, { was, step })
    }
  }

  #count(tokens: TokenCounts | null): void {
    if (!tokens) return
    this.#hasUsage = true
    this.usage.input_tokens += tokens.input_tokens
    this.usage.output_tokens += tokens.output_tokens
    this.usage.total_tokens += tokens.input_tokens + tokens.output_tokens
  }

  /** A graph without messages answers with what it changed. */
  #addFields(values: unknown): void {
    const before = parseJson(this.#before) as Record<string, unknown>
    const changed = Object.entries((values ?? {}) as Record<string, unknown>).filter(
      ([name, value]) => writeJson(before[name]) !== writeJson(value),
    )
    const text = writeJson(Object.fromEntries(changed), 2)
    this.steps.push({ step: 'answer', text: `\`\`\`json\n${text}\n\`\`\`` })
  }

  #ask(interrupt: Interrupt): void {
    const step: InterruptStep = { step: 'interrupt', value: interrupt.value, answered: null }
    const name = nameOfQuestion(step)
    if (this.#asked.has(name)) return
    this.#asked.add(name)
    this.steps.push(step)
  }
}

const nameOfQuestion = ({ value }: InterruptStep) => writeJson(value) ?? ''

function nameOf(message: Message): string {
  return message.id ?? writeJson([message.type, message.content, message.tool_calls])
}
