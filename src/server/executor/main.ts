/**
 * The executor: a process of its own for one revision's graphs. User code lives only here. Started
 * by the agent server, told by messages what to do, and gone when the agent server is gone.
 */
import { ThreadSaver } from './checkpoint-saver.ts'
import { EventOutlet } from './event-outlet.ts'
import { GraphLoadError, type LoadedGraph, loadGraphs, sentenceOf } from './load-graphs.ts'
import { openParentChannel } from './parent-channel.ts'
import type { Call, HistoryRequest, ParentMessage, RunOrder, StateRequest } from './protocol.ts'
import { runGraph } from './run-graph.ts'
import { markOutput, withRun } from './run-output.ts'
import { watchParent } from './watch-parent.ts'
import { wireJson } from './wire-json.ts'
import { threadSnapshot, wireState } from './wire-state.ts'

let graphs = new Map<string, LoadedGraph>()
const running = new Map<string, { outlet: EventOutlet; controller: AbortController }>()

watchParent()
markOutput()
process.on('unhandledRejection', (reason) => {
  // Work that nobody waits for has failed; the runs of others go on.
  console.error('Unhandled rejection:', reason)
})
const channel = openParentChannel(receive)

function receive(message: ParentMessage): void {
  if (message.kind === 'call') void answer(message.id, message.body)
  else if (message.kind === 'start') void start(message.order)
  else if (message.kind === 'abort') abort(message.run_id)
  else if (message.kind === 'taken') running.get(message.run_id)?.outlet.taken(message.bytes)
}

async function answer(id: number, call: Call): Promise<void> {
  try {
    channel.send({ kind: 'answer', id, json: await perform(call) })
  } catch (error) {
    const cause = error instanceof GraphLoadError ? error.cause : error
    const stack = cause instanceof Error ? (cause.stack ?? null) : null
    const message = error instanceof Error ? error.message : sentenceOf(error)
    channel.send({ kind: 'failure', id, message, stack })
  }
}

async function perform(call: Call): Promise<string> {
  if (call.call === 'load') {
    graphs = await loadGraphs(call)
    return JSON.stringify([...graphs.keys()])
  }
  if (call.call === 'state') return readState(call)
  if (call.call === 'history') return readHistory(call)
  if (call.call === 'snapshot') {
    const graph = await readerOf(call)
    const configurable = { thread_id: call.thread_id, checkpoint_ns: '' }
    return JSON.stringify(threadSnapshot(await graph.getState({ configurable })))
  }
  return 'true'
}

async function readState(request: StateRequest): Promise<string> {
  const graph = await readerOf(request)
  const { thread_id, checkpoint_id } = request
  const configurable = { thread_id, checkpoint_ns: '', ...(checkpoint_id ? { checkpoint_id } : {}) }
  return wireJson(
    wireState(await graph.getState({ configurable }, { subgraphs: request.subgraphs })),
  )
}

async function readHistory(request: HistoryRequest): Promise<string> {
  const graph = await readerOf(request)
  const { thread_id, before, limit } = request
  const states = graph.getStateHistory(
    { configurable: { thread_id, checkpoint_ns: '' } },
    { limit, ...(before ? { before: { configurable: { checkpoint_id: before } } } : {}) },
  )
  const found: object[] = []
  for await (const state of states) found.push(wireState(state))
  return wireJson(found)
}

/** The request's graph, over a saver that can only read the request's thread. */
async function readerOf({ graph_id, thread_id }: { graph_id: string; thread_id: string }) {
  const loaded = graphOf(graph_id)
  const scope = { thread_id, run_id: null }
  const saver = new ThreadSaver(channel, loaded.library.serializer, scope)
  return loaded.forUse({ configurable: { thread_id } }, saver)
}

async function start(order: RunOrder): Promise<void> {
  const outlet = new EventOutlet(channel, order.run_id)
  const controller = new AbortController()
  running.set(order.run_id, { outlet, controller })
  const { end, stack } = await withRun(order.run_id, () =>
    runGraph(() => graphOf(order.graph_id), order, channel, outlet, controller.signal),
  )
  running.delete(order.run_id)
  channel.send({ kind: 'ended', run_id: order.run_id, end, stack })
}

function abort(runId: string): void {
  const run = running.get(runId)
  run?.controller.abort(new Error('The run was stopped.'))
  run?.outlet.release()
}

/** The parent asks only for graphs that were loaded. */
function graphOf(graphId: string): LoadedGraph {
  const loaded = graphs.get(graphId)
  if (loaded) return loaded
  throw new Error(`This revision has no graph “${graphId}”.`)
}
