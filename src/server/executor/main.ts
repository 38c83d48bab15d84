/**
 * The executor: a process of its own for one revision's graphs. User code lives only here. Started
 * by the agent server, told by messages what to do, and gone when the agent server is gone.
 */

import type { GraphSchemas } from '../../contract/agent-server/graphs.ts'
import { AnswerParts } from './answer-parts.ts'
import type { LoadedGraph } from './loaded-graph.ts'
import { watchLoopDelay } from './loop-delay.ts'
import { openParentChannel, type ThreadStore } from './parent-channel.ts'
import { providePlatformLogger } from './platform-logger.ts'
import { drawingOf, isUntyped, schemasOf, subgraphsOf } from './project/describe-graph.ts'
import { type HttpApp, loadHttpApp } from './project/http-app.ts'
import { importLibraries } from './project/import-libraries.ts'
import { contextFaults, inputFaults, inputRuleOf } from './project/input-check.ts'
import { LoadError } from './project/load-export.ts'
import { loadGraphs } from './project/load-graphs.ts'
import { provideOwnServer } from './project/own-server.ts'
import { loadAuth, type ProjectAuth } from './project/project-auth.ts'
import type { InputRules } from './protocol/input-calls.ts'
import type { Call, ParentMessage } from './protocol/messages.ts'
import type { RunOrder } from './protocol/run-order.ts'
import { markOutput, withAttempt } from './run-output.ts'
import { EventOutlet } from './runs/event-outlet.ts'
import { type AttemptLine, runGraph } from './runs/run-graph.ts'
import { StepLease } from './runs/step-lease.ts'
import { sentenceOf } from './sentence-of.ts'
import { ForeignThreadError } from './state/checkpoint-saver.ts'
import { ItemStoreClient } from './state/item-store-client.ts'
import { draftUpdate, readHistory, readSnapshot, readState } from './state/read-states.ts'
import { watchParent } from './watch-parent.ts'
import { digitJson, writeBigInts } from './whole-numbers.ts'

let graphs = new Map<string, LoadedGraph>()
let auth: ProjectAuth | null = null
let app: HttpApp | null = null
/** By the tokens of the attempts. */
const running = new Map<string, { line: AttemptLine; controller: AbortController }>()

watchParent(Number(process.argv[3]))
const loopDelay = watchLoopDelay()
markOutput()
providePlatformLogger(process.env.LOG_LEVEL)
process.on('unhandledRejection', (reason) => {
  // Work that nobody waits for has failed; the runs of others go on.
  console.error('Unhandled rejection:', reason)
})
const channel = openParentChannel(receive)
const parts = new AnswerParts(channel.send)

type AppMessage = Parameters<HttpApp['receive']>[0]

function receive(message: ParentMessage): void {
  if (message.kind === 'call') void answer(message.id, message.body)
  else if (message.kind === 'start') void start(message.token, message.order)
  else if (message.kind === 'abort') abort(message.token)
  else if (message.kind === 'more') parts.more(message.id, message.is_wanted)
  else if (message.kind.startsWith('app-')) app?.receive(message as AppMessage)
  else if (message.kind === 'taken') running.get(message.token)?.line.outlet.taken(message.bytes)
  else if (message.kind === 'held') running.get(message.token)?.line.lease?.held(message.for_ms)
}

async function answer(id: string, call: Call): Promise<void> {
  try {
    const answered = await perform(call, channel.storeFor(id))
    const pieces = typeof answered === 'string' ? [answered] : answered
    channel.send({ kind: 'answer', id, json: await parts.sendAllButLast(id, pieces) })
  } catch (error) {
    const cause = error instanceof LoadError ? error.cause : error
    const stack = cause instanceof Error ? (cause.stack ?? null) : null
    const message = error instanceof Error ? error.message : sentenceOf(error)
    const is_refused = error instanceof ForeignThreadError
    channel.send({ kind: 'failure', id, message, stack: is_refused ? null : stack, is_refused })
  }
}

/** `store`: as far as the call reaches. */
async function perform(call: Call, store: ThreadStore): Promise<string | AsyncIterable<string>> {
  if (call.call === 'ping') return 'true'
  if (call.call === 'loop-delay') return String(loopDelay())
  if (call.call === 'prepare') {
    await importLibraries(call.libraries)
    return 'true'
  }
  if (call.call === 'load') {
    writeBigInts()
    provideOwnServer(call.own_server, process.env)
    auth = call.auth === undefined ? null : await loadAuth(call.directory, call.auth)
    app = call.app === undefined ? null : await loadHttpApp(call, call.app, channel.send)
    graphs = await loadGraphs(call, new ItemStoreClient(channel))
    return JSON.stringify([...graphs.keys()])
  }
  if (call.call === 'authenticate') return digitJson(await authOf().authenticate(call))
  if (call.call === 'authorize') return digitJson(await authOf().authorize(call))
  if (call.call === 'inputs') return JSON.stringify(inputRules())
  if (call.call === 'app-reach') return JSON.stringify(app?.reach ?? [])
  if (call.call === 'untyped') {
    const untyped = [...graphs].filter(([, { sample, library }]) =>
      isUntyped(sample, library.schemas),
    )
    return JSON.stringify(untyped.map(([id]) => id))
  }
  const loaded = graphOf(call.graph_id)
  if (call.call === 'check-input') {
    const { fixed, library } = loaded
    return JSON.stringify(fixed ? await inputFaults(fixed, library, call.input) : [])
  }
  if (call.call === 'check-context') {
    return JSON.stringify(loaded.fixed ? await contextFaults(loaded.fixed, call) : [])
  }
  if (call.call === 'state') return readState(loaded, store, call)
  if (call.call === 'history') return readHistory(loaded, store, call)
  if (call.call === 'snapshot') return readSnapshot(loaded, store, call)
  if (call.call === 'update') return draftUpdate(loaded, store, call)
  const graph = await loaded.resolve(call.config)
  const { schemas } = loaded.library
  if (call.call === 'drawing') return JSON.stringify(await drawingOf(graph, call.xray))
  if (call.call === 'schemas') {
    const types = JSON.parse(call.types ?? '{}') as Record<string, GraphSchemas>
    return JSON.stringify(schemasOf(graph, schemas, types[call.graph_id]))
  }
  return JSON.stringify(await subgraphsOf(graph, schemas, call.namespace, call.recurse))
}

async function start(token: string, order: RunOrder): Promise<void> {
  const controller = new AbortController()
  const line: AttemptLine = {
    store: channel.storeFor(token),
    outlet: new EventOutlet(channel, token),
    lease: order.held && new StepLease(order.held, () => channel.send({ kind: 'hold', token })),
    usage: (usage) => channel.send({ kind: 'usage', token, usage }),
    span: (span) => channel.send({ kind: 'span', token, span }),
  }
  running.set(token, { line, controller })
  const { end, stack } = await withAttempt(token, () =>
    runGraph(() => graphOf(order.graph_id), order, line, controller.signal),
  )
  running.delete(token)
  channel.send({ kind: 'ended', token, end, stack })
}

function abort(token: string): void {
  const run = running.get(token)
  run?.controller.abort(new Error('The run was stopped.'))
  run?.line.outlet.release()
}

function inputRules(): InputRules {
  const rules = [...graphs].map(([graphId, { fixed, library }]) => [
    graphId,
    fixed && inputRuleOf(fixed, library),
  ])
  return Object.fromEntries(rules.filter(([, rule]) => rule)) as InputRules
}

/** The parent asks it only where the project has one. */
function authOf(): ProjectAuth {
  if (auth) return auth
  throw new Error('This revision has no authorization of its own.')
}

/** The parent asks only for graphs that were loaded. */
function graphOf(graphId: string): LoadedGraph {
  const loaded = graphs.get(graphId)
  if (loaded) return loaded
  throw new Error(`This revision has no graph “${graphId}”.`)
}
