import { cancelErrorNames, splitEventName } from '../../../contract/agent-server/run-events.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import { streamedMark } from '../../executor/protocol/run-order.ts'
import { MessageBlocks } from './message-blocks.ts'
import { NodeLifecycles, nameOf, type TreeNode } from './node-lifecycles.ts'
import type { Told } from './recorded-event.ts'
import { toolEvent } from './tool-events.ts'

type Json = Record<string, unknown>
type Namespace = readonly string[]

/** What is to be known of a run to tell of it. */
export interface ToldRun {
  run_id: string
  graph_id: string
  /** It told all that this protocol has; else what its caller asked for is all there is. */
  is_streamed: boolean
}

/** A run that begins, and the questions that it answers. */
export function beginningOf({ run_id, graph_id }: ToldRun, answered: readonly string[]): Told[] {
  const running = { event: 'running', graph_name: graph_id }
  const data = writeJson({ interrupt_ids: answered })
  return [
    { ...atRoot('lifecycle', running), id: `synth:${run_id}:lc||running` },
    ...(answered.length > 0
      ? [{ method: 'input.answered', namespace: [], data, id: `synth:${run_id}:answered` }]
      : []),
  ]
}

/**
 * Tells one run by the streaming protocol, from the events of its log in order and from their first on: so the same
 * log is told in the same way to every reader, at any time.
 */
export class RunTranslation {
  readonly #run: ToldRun
  readonly #nodes = new NodeLifecycles()
  readonly #messages = new MessageBlocks()
  readonly #asked = new Set<string>()
  readonly #updated = new Set<string>()
  /** Under which namespace a message was begun that is told by the mode `messages`. */
  readonly #places = new Map<string, Namespace>()
  readonly #tasks = new Set<string>()
  #hasValues = false
  #terminal: string | null = null

  constructor(run: ToldRun) {
    this.#run = run
  }

  /** The steps that it has reached, below the run itself. */
  tree(status: string): TreeNode {
    return this.#nodes.tree({ status, graph_name: this.#run.graph_id })
  }

  /** What an event of the log tells. */
  *of(logged: { event: string; data: string }): Generator<Told> {
    const isHidden = logged.event.startsWith(streamedMark)
    const { kind, namespace } = splitEventName(logged.event.replaceAll(streamedMark, ''))
    const { data } = logged
    switch (kind) {
      case 'metadata':
        if (Number(Object(parseJson(data)).attempt) > 1) yield* this.#again()
        return
      case 'error':
        this.#terminal = data
        return
      case 'values':
        yield* this.#values(namespace, data)
        return
      case 'updates':
        yield* this.#updates(namespace, parseJson(data))
        return
      case 'messages':
        yield* this.#message(namespace, parseJson(data))
        return
      case 'messages/metadata':
      case 'messages/complete':
        if (!this.#run.is_streamed) yield* this.#completed(kind, namespace, parseJson(data))
        return
      case 'tools':
        yield* this.#tool(namespace, parseJson(data))
        return
      case 'tasks':
        yield* this.#task(namespace, data)
        return
      case 'custom':
        yield* this.#nodes.reach(namespace)
        yield custom(namespace, parseJson(data))
        return
      case 'checkpoints':
        if (isHidden) yield* this.#within(namespace, { method: 'checkpoints', namespace, data })
        else if (!this.#run.is_streamed) yield checkpointOf(namespace, parseJson(data))
    }
  }

  /** The run has ended; `output` is what those get who waited for it (JSON text). */
  *end(output: string): Generator<Told> {
    if (this.#terminal === null && output.startsWith('{"__error__":')) {
      this.#terminal = writeJson((parseJson(output) as { __error__: object }).__error__)
    }
    const terminal = this.#terminal
    if (terminal === null) {
      if (!this.#hasValues && output !== 'null') yield* this.#values([], output)
      else if (output.includes('"__interrupt__"')) yield* this.#questions([], parseJson(output))
      yield* this.#messages.finishIn(() => true)
    }
    const { error } = Object(terminal === null ? null : parseJson(terminal)) as Json
    const isCancelled = Object.values<unknown>(cancelErrorNames).includes(error)
    const isPaused = this.#asked.size > 0
    if (terminal === null) yield* this.#nodes.end([], 'completed')
    else yield* this.#nodes.end([], isCancelled ? 'interrupted' : 'failed')
    const status =
      terminal !== null && !isCancelled
        ? 'failed'
        : terminal !== null || isPaused
          ? 'interrupted'
          : 'completed'
    yield rootEnd(this.#run, status, status === 'failed' ? terminal : null)
  }

  /** Another attempt begins: what the one before had not completed comes to nothing. */
  *#again(): Generator<Told> {
    yield* this.#messages.breakOff('The process that worked on this has ended. It is tried again.')
    yield* this.#nodes.end([], 'failed')
    this.#nodes.forget()
    this.#tasks.clear()
  }

  *#within(namespace: Namespace, told: Told): Generator<Told> {
    yield* this.#settle(namespace)
    yield* this.#nodes.reach(namespace)
    yield told
  }

  /** A step of a graph is over: whatever was at work in it is done. */
  *#settle(graph: Namespace): Generator<Told> {
    const isAtWork = (namespace: Namespace) => this.#tasks.has(namespace.join('|'))
    yield* this.#messages.finishIn(
      (namespace) =>
        namespace.length === graph.length + 1 && isWithin(namespace, graph) && !isAtWork(namespace),
    )
    yield* this.#nodes.endStep(graph, (namespace) => !isAtWork(namespace))
  }

  *#values(namespace: Namespace, data: string): Generator<Told> {
    if (namespace.length === 0) this.#hasValues = true
    if (!data.includes('"__interrupt__"')) {
      yield* this.#within(namespace, { method: 'values', namespace, data })
      return
    }
    const values = parseJson(data) as Json
    yield* this.#questions(namespace, values)
    const { __interrupt__: _asked, ...rest } = values
    if (Object.keys(rest).length > 0) {
      yield { method: 'values', namespace, data: writeJson(rest) }
    }
  }

  *#questions(namespace: Namespace, told: unknown): Generator<Told> {
    const { __interrupt__: questions } = Object(told) as Json
    for (const question of Array.isArray(questions) ? questions : []) {
      const { id, value } = Object(question) as Json
      const interrupt_id = typeof id === 'string' ? id : ''
      if (this.#asked.has(interrupt_id)) continue
      this.#asked.add(interrupt_id)
      yield* this.#nodes.reach(namespace)
      const payload = value ?? null
      // The schema has a payload, the published Python client reads a value.
      const data = writeJson({ interrupt_id, payload, value: payload })
      yield { method: 'input.requested', namespace, data }
    }
  }

  *#updates(namespace: Namespace, updates: unknown): Generator<Told> {
    yield* this.#nodes.reach(namespace)
    yield* this.#questions(namespace, updates)
    for (const [node, delta] of Object.entries(Object(updates) as Json)) {
      if (node.startsWith('__')) continue
      this.#updated.add([...namespace, node].join('|'))
      yield* this.#messages.finishIn(
        (at) =>
          at.length === namespace.length + 1 && isWithin(at, namespace) && nameOf(at) === node,
      )
      yield { method: 'updates', namespace, node, data: writeJson(delta ?? null) }
      if (!this.#run.is_streamed) yield* this.#nodes.endNamed(namespace, node)
    }
  }

  *#message(at: Namespace, part: unknown): Generator<Told> {
    const [message, metadata] = part as [Json, Json | undefined]
    if (typeof message !== 'object' || message === null) return
    const place = placeOf(metadata)
    // The graph library names the step, or, Python's, its graph. Where nobody asked for names, the step is known.
    const namespace = this.#run.is_streamed ? at : place
    if (message.type !== 'tool') yield* this.#nodes.reach(namespace)
    yield* this.#messages.of(message, namespace, place)
  }

  *#completed(kind: string, namespace: Namespace, told: unknown): Generator<Told> {
    if (kind === 'messages/metadata') {
      for (const [id, entry] of Object.entries(Object(told) as Json)) {
        this.#places.set(id, placeOf((Object(entry) as Json).metadata as Json))
      }
      return
    }
    const messages = (Array.isArray(told) ? told : []) as Json[]
    yield* this.#messages.complete(messages, (id) => this.#places.get(id) ?? namespace)
  }

  *#tool(namespace: Namespace, payload: unknown): Generator<Told> {
    const told = toolEvent(payload)
    if (!told) return
    yield* this.#nodes.reach(namespace)
    yield { method: 'tools', namespace, data: writeJson(told) }
  }

  *#task(graph: Namespace, data: string): Generator<Told> {
    const task = parseJson(data) as Json
    const namespace = [...graph, `${task.name}:${task.id}`]
    const key = namespace.join('|')
    const isEnd = 'result' in task || 'error' in task
    if (!isEnd) {
      yield* this.#nodes.reach(graph)
      this.#tasks.add(key)
      this.#updated.delete([...graph, task.name].join('|'))
      yield { method: 'tasks', namespace: graph, data }
      return
    }
    this.#tasks.delete(key)
    const interrupts = Array.isArray(task.interrupts) ? task.interrupts : []
    yield { method: 'tasks', namespace: graph, data }
    const hasFailed = task.error !== undefined && task.error !== null
    if (hasFailed) yield* this.#nodes.end(namespace, 'failed')
    // A step that threw has no update. Others are over when their graph goes on.
    else if (interrupts.length > 0 || this.#updated.has([...graph, task.name].join('|'))) {
      yield* this.#messages.finishIn((at) => at.join('|') === key)
      yield* this.#nodes.end(namespace, 'completed')
    }
  }
}

/** A run that ended, however it did. */
function rootEnd(
  { run_id, graph_id }: Pick<ToldRun, 'run_id' | 'graph_id'>,
  status: 'completed' | 'failed' | 'interrupted',
  error: string | null,
): Told {
  const data = { event: status, graph_name: graph_id, ...(error === null ? {} : { error }) }
  return { ...atRoot('lifecycle', data), id: `synth:${run_id}:lc||${status}` }
}

function atRoot(method: string, data: object): Told {
  return { method, namespace: [], data: writeJson(data) }
}

function isWithin(namespace: Namespace, graph: Namespace): boolean {
  return graph.every((part, place) => namespace[place] === part)
}

/** The namespace of the step that says a message. */
function placeOf(metadata: Json | undefined): Namespace {
  const place = metadata?.langgraph_checkpoint_ns ?? metadata?.checkpoint_ns
  return typeof place === 'string' && place !== '' ? place.split('|') : []
}

function custom(namespace: Namespace, payload: unknown): Told {
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
  const { name } = Object(payload) as Json
  const data = writeJson(isObject && 'name' in payload ? payload : { payload })
  const told = { method: 'custom', namespace, data }
  return typeof name === 'string' ? { ...told, name } : told
}

/** What a checkpoint is by, from the whole of it. */
function checkpointOf(namespace: Namespace, told: unknown): Told {
  const { checkpoint, parent_checkpoint, metadata } = Object(told) as Record<string, Json | null>
  const data = writeJson({
    id: checkpoint?.checkpoint_id ?? null,
    ...(parent_checkpoint ? { parent_id: parent_checkpoint.checkpoint_id } : {}),
    step: metadata?.step ?? null,
    source: metadata?.source ?? null,
  })
  return { method: 'checkpoints', namespace, data }
}
