/**
 * The executor: a process of its own for one revision's graphs. User code lives only here. Started
 * by the agent server, told by messages what to do, and gone when the agent server is gone.
 */
import { ForeignThreadError } from './checkpoint-saver.ts'
import { drawingOf, schemasOf, subgraphsOf } from './describe-graph.ts'
import { EventOutlet } from './event-outlet.ts'
import { ItemStoreClient } from './item-store-client.ts'
import { GraphLoadError, type LoadedGraph, loadGraphs, sentenceOf } from './load-graphs.ts'
import { watchLoopDelay } from './loop-delay.ts'
import { openParentChannel } from './parent-channel.ts'
import { providePlatformLogger } from './platform-logger.ts'
import type { Call, ParentMessage, RunOrder } from './protocol.ts'
import { draftUpdate, readHistory, readSnapshot, readState } from './read-states.ts'
import { runGraph } from './run-graph.ts'
import { markOutput, withRun } from './run-output.ts'
import { watchParent } from './watch-parent.ts'

let graphs = new Map<string, LoadedGraph>()
const running = new Map<string, { outlet: EventOutlet; controller: AbortController }>()

watchParent(Number(process.argv[2]))
const loopDelay = watchLoopDelay()
markOutput()
providePlatformLogger(process.env.LOG_LEVEL)
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
    const is_refused = error instanceof ForeignThreadError
    channel.send({ kind: 'failure', id, message, stack: is_refused ? null : stack, is_refused })
  }
}

async function perform(call: Call): Promise<string> {
  if (call.call === 'ping') return 'true'
  if (call.call === 'loop-delay') return String(loopDelay())
  if (call.call === 'load') {
    graphs = await loadGraphs(call, new ItemStoreClient(channel))
    return JSON.stringify([...graphs.keys()])
  }
  const loaded = graphOf(call.graph_id)
  if (call.call === 'state') return readState(loaded, channel, call)
  if (call.call === 'history') return readHistory(loaded, channel, call)
  if (call.call === 'snapshot') return readSnapshot(loaded, channel, call)
  if (call.call === 'update') return draftUpdate(loaded, channel, call)
  const graph = await loaded.resolve(call.config)
  const { schemas } = loaded.library
  if (call.call === 'drawing') return JSON.stringify(await drawingOf(graph, call.xray))
  if (call.call === 'schemas') return JSON.stringify(schemasOf(graph, schemas))
  return JSON.stringify(await subgraphsOf(graph, schemas, call.namespace, call.recurse))
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
