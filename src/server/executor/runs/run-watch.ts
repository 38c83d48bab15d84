import type { RunOrder } from '../protocol/run-order.ts'
import type { ToldSpan, ToldUsage } from '../protocol/told-work.ts'
import { isMessage, wireJson } from '../wire-json.ts'

/** What a run tells beside its events. */
export interface RunTeller {
  usage(told: ToldUsage): void
  span(told: ToldSpan): void
}

/** Something that is at work: a step, a tool, a call of a model, or one of the library's own parts between them. */
interface Work {
  id: string
  kind: ToldSpan['kind'] | null
  name: string
  startedAt: number
  /** The nearest of what is told, or the run itself. */
  parentId: string
  /** The step of the graph itself that it belongs to. */
  step: { number: number | null; name: string } | null
  model: string | null
  provider: string | null
  toolCallId: string | null
  input: string | null
}

type Metadata = Record<string, unknown> | undefined

/**
 * Watches a run for what it spends, and where that is asked for, for how long its steps, tools and models take. A
 * message is told once, by its id: when a model has made it, or when a step returns one that no model made here.
 * What the thread had before, and what the run was given, is not the run's.
 */
export class RunWatch {
  readonly name = 'run-watch'
  // Right away, as the library would otherwise forget what is not awaited when the run ends.
  readonly awaitHandlers = true
  readonly #order: RunOrder
  readonly #tell: RunTeller
  readonly #open = new Map<string, Work>()
  readonly #known = new Set<string>()
  readonly #knownObjects = new WeakSet<object>()

  /** Resolves when nothing of the graph works any more, and all that it leaves is kept. */
  readonly over: Promise<void>
  #isOver = () => {}

  constructor(order: RunOrder, tell: RunTeller) {
    this.#order = order
    this.#tell = tell
    this.over = new Promise((resolve) => {
      this.#isOver = resolve
    })
  }

  /** Messages that were there before. */
  knows(values: unknown): void {
    for (const message of messagesIn(values)) this.#isNew(message)
  }

  handleChainStart(
    _chain: unknown,
    inputs: unknown,
    id: string,
    parentId?: string,
    tags: string[] = [],
    _metadata?: Metadata,
    _type?: string,
    name = '',
  ): void {
    this.knows(inputs)
    const tag = tags.find((one) => one.startsWith(stepTag))
    const isStep = tag !== undefined && !tags.includes('langsmith:hidden')
    const number = tag ? Number.parseInt(tag.slice(stepTag.length), 10) : Number.NaN
    const work = this.#begin(id, parentId, isStep ? 'step' : null, name, inputs)
    if (isStep) work.step ??= { number: Number.isNaN(number) ? null : number, name }
  }

  handleChainEnd(outputs: unknown, id: string, parentId?: string): void {
    const work = this.#open.get(id)
    // What the whole graph answers with is its state, of which the steps have told.
    if (parentId !== undefined) {
      for (const message of messagesIn(outputs)) this.#count(message, work ?? null)
    }
    this.#end(id, null, outputs)
    if (id === this.#order.run_id) this.#isOver()
  }

  handleChainError(error: unknown, id: string): void {
    this.#end(id, error, null)
    if (id === this.#order.run_id) this.#isOver()
  }

  handleChatModelStart(
    _model: unknown,
    input: unknown,
    id: string,
    parentId?: string,
    _extra?: unknown,
    _tags?: string[],
    metadata?: Metadata,
    name = '',
  ): void {
    const work = this.#begin(id, parentId, 'model', name, input)
    work.model = textOf(metadata?.ls_model_name)
    work.provider = textOf(metadata?.ls_provider)
  }

  /** Of a model that completes a text: the same is told. */
  handleLLMStart(...told: Parameters<RunWatch['handleChatModelStart']>): void {
    this.handleChatModelStart(...told)
  }

  handleLLMEnd(output: unknown, id: string): void {
    const { generations, llmOutput } = Object(output) as {
      generations?: { message?: unknown }[][]
      llmOutput?: unknown
    }
    const work = this.#open.get(id) ?? null
    const made = [generations ?? []].flat(2).map((generation) => generation?.message)
    const messages = made.filter(isMessage)
    const [only = null] = messages
    let told: string | null = null
    if (messages.length > 1) for (const message of messages) this.#count(message, work)
    else if (only) told = this.#count(only, work, llmOutput)
    // One that completes a text makes no message.
    else if (llmOutput) told = this.#tellUsage(id, { response_metadata: llmOutput }, work)
    this.#end(id, null, messages, told)
  }

  handleLLMError(error: unknown, id: string): void {
    this.#end(id, error, null)
  }

  handleToolStart(
    _tool: unknown,
    input: unknown,
    id: string,
    parentId?: string,
    _tags?: string[],
    _metadata?: Metadata,
    name = '',
    toolCallId?: string,
  ): void {
    const work = this.#begin(id, parentId, 'tool', name, input)
    work.toolCallId = toolCallId ?? null
  }

  handleToolEnd(output: unknown, id: string): void {
    this.#end(id, null, output)
  }

  handleToolError(error: unknown, id: string): void {
    this.#end(id, error, null)
  }

  #begin(
    id: string,
    parentId: string | undefined,
    kind: Work['kind'],
    name: string,
    input: unknown,
  ): Work {
    const parent = parentId === undefined ? undefined : this.#open.get(parentId)
    const work: Work = {
      id,
      kind,
      name,
      startedAt: Date.now(),
      parentId: parent?.kind ? parent.id : (parent?.parentId ?? this.#order.run_id),
      step: parent?.step ?? null,
      model: null,
      provider: null,
      toolCallId: null,
      input: kind && this.#order.traces === 'contents' ? wireJson(input) : null,
    }
    this.#open.set(id, work)
    return work
  }

  #end(id: string, error: unknown, output: unknown, usage: string | null = null): void {
    const work = this.#open.get(id)
    this.#open.delete(id)
    const { traces } = this.#order
    if (!work?.kind || !traces) return
    this.#tell.span({
      kind: work.kind,
      id,
      parent_id: work.parentId,
      name: work.name,
      started_at: work.startedAt,
      ended_at: Date.now(),
      error: error === null ? null : error instanceof Error ? error.name : 'Error',
      model: work.model,
      provider: work.provider,
      tool_call_id: work.toolCallId,
      usage,
      input: work.input,
      output: traces === 'contents' && error === null ? wireJson(output) : null,
    })
  }

  /** Tells what a message took, unless that is known. Answers what it says of it. */
  #count(message: MessageObject, work: Work | null, more?: unknown): string | null {
    if (message.getType() !== 'ai' || !this.#isNew(message)) return null
    const { usage_metadata, response_metadata } = message
    const told = {
      usage_metadata,
      response_metadata: { ...Object(more), ...Object(response_metadata) },
    }
    return this.#tellUsage(
      typeof message.id === 'string' ? message.id : (work?.id ?? ''),
      told,
      work,
    )
  }

  #tellUsage(
    message_id: string,
    told: { usage_metadata?: unknown; response_metadata: unknown },
    work: Work | null,
  ): string | null {
    const { usage_metadata } = told
    const response_metadata = countedFields(told.response_metadata)
    if (!usage_metadata && Object.keys(response_metadata).length === 0) return null
    const usage = wireJson({ usage_metadata, response_metadata })
    const { number: step = null, name: node = null } = work?.step ?? {}
    this.#tell.usage({ message_id, step, node, model: work?.model ?? null, usage })
    return usage
  }

  #isNew(message: MessageObject): boolean {
    const id = typeof message.id === 'string' ? message.id : null
    const isNew = !this.#knownObjects.has(message) && !(id !== null && this.#known.has(id))
    this.#knownObjects.add(message)
    if (id !== null) this.#known.add(id)
    return isNew
  }
}

const stepTag = 'graph:step:'

type MessageObject = { getType(): string } & Record<string, unknown>

/** Of a value, of a list, or of the fields of an object or of a command's update: as far as steps hold messages. */
function messagesIn(value: unknown): MessageObject[] {
  if (isMessage(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(messagesIn)
  if (typeof value !== 'object' || value === null) return []
  const { update } = value as { update?: unknown }
  const parts = typeof update === 'object' && update !== null ? [value, update] : [value]
  return parts.flatMap((part) =>
    Object.values(part).flatMap((field) =>
      isMessage(field) || Array.isArray(field) ? messagesIn(field) : [],
    ),
  )
}

/** What providers tell tokens and models by; the rest may be large, as probabilities of tokens are. */
const countedNames = [
  'usage',
  'token_usage',
  'tokenUsage',
  'usage_metadata',
  'usageMetadata',
  'prompt_eval_count',
  'eval_count',
  'model_name',
  'model',
  'model_id',
  'modelId',
  'modelName',
]

function countedFields(told: unknown): Record<string, unknown> {
  const fields = Object(told) as Record<string, unknown>
  return Object.fromEntries(
    countedNames.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
  )
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
