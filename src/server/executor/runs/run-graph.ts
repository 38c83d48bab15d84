import { setTimeout as pause } from 'node:timers/promises'
import type { AnyGraph, LoadedGraph } from '../loaded-graph.ts'
import type { ThreadStore } from '../parent-channel.ts'
import type { RunEnd, RunOrder, ThreadSnapshot } from '../protocol/run-order.ts'
import { sentenceOf } from '../sentence-of.ts'
import { ThreadSaver } from '../state/checkpoint-saver.ts'
import { readableState } from '../state/readable-state.ts'
import { threadSnapshot } from '../state/wire-state.ts'
import type { EventOutlet } from './event-outlet.ts'
import { graphInput, graphOptions, stampOf } from './graph-config.ts'
import { type RunTeller, RunWatch } from './run-watch.ts'
import type { StepLease } from './step-lease.ts'
import { streamEvents } from './stream-events.ts'

/** So long it may take until what was done is kept, once a run is stopped. */
const stopMs = 1_000

/** How an attempt ended, and the stack for the log if user code failed. */
export interface Ended {
  end: RunEnd
  stack: string | null
}

/** What one attempt has of the line to the parent. */
export interface AttemptLine extends RunTeller {
  store: ThreadStore
  outlet: EventOutlet
  /** Null where the run cannot become another server's. */
  lease: StepLease | null
}

/**
 * Makes one attempt at a run: streams its events into the outlet and resolves when nothing of it
 * works any more, with the state that it left. Never rejects.
 */
export async function runGraph(
  find: () => LoadedGraph,
  order: RunOrder,
  line: AttemptLine,
  signal: AbortSignal,
): Promise<Ended> {
  const { outlet } = line
  let failure: unknown
  let snapshot: ThreadSnapshot | null = null
  try {
    const loaded = find()
    const { serializer } = loaded.library
    const told = order.config.metadata ?? {}
    const saver = new ThreadSaver(
      afterEvents(line.store, outlet),
      serializer,
      order.thread_id,
      stampOf(order),
      told,
    )
    const watch = new RunWatch(order, line)
    saver.onRead = (values) => watch.knows(values)
    const options = graphOptions(order, signal, watch, line.lease)
    const graph = await loaded.forUse(options, saver)
    try {
      const input = await graphInput(order, graph, loaded.library, saver)
      const known = order.stream_modes.includes('messages')
        ? await knownIds(graph, saver, order)
        : []
      for await (const event of streamEvents(graph, input, options, order, known)) {
        if (signal.aborted) break
        const room = outlet.add(event)
        if (room) await room
      }
    } catch (error) {
      failure = error
      // Its stream ends at once, and what it has done is kept a moment later; what does not stop is not waited for.
      if (signal.aborted) await Promise.race([watch.over, pause(stopMs, null, { ref: false })])
    }
    const configurable = { thread_id: order.thread_id, checkpoint_ns: '' }
    snapshot = threadSnapshot(await readableState(graph, saver, { configurable }))
    if (saver.hadToHide) snapshot = { ...snapshot, hides_results: true }
  } catch (error) {
    failure ??= error
  }
  outlet.flush()
  if (signal.aborted) return { end: { outcome: 'stopped', snapshot }, stack: null }
  if (failure === undefined) return { end: { outcome: 'success', snapshot }, stack: null }
  const stack = failure instanceof Error ? (failure.stack ?? null) : null
  return { end: { outcome: 'failed', snapshot, ...described(failure) }, stack }
}

/**
 * The store for what the steps of a run leave: what they have told goes before it, so that no step is
 * kept whose events are not. In the order in which it was left.
 */
function afterEvents(store: ThreadStore, outlet: EventOutlet): ThreadStore {
  let drained = Promise.resolve()
  return async (body) => {
    if (body.call === 'put' || body.call === 'put-writes') {
      drained = drained.then(() => outlet.drain())
      await drained
    }
    return store(body)
  }
}

async function knownIds(graph: AnyGraph, saver: ThreadSaver, order: RunOrder): Promise<string[]> {
  const place = { configurable: { thread_id: order.thread_id, checkpoint_ns: '' } }
  const { channel_values, channel_versions } = (await saver.getTuple(place))?.checkpoint ?? {}
  if (channel_versions?.messages === undefined) return []
  // Of channels that keep what steps add the graph itself makes the whole.
  const messages = Array.isArray(channel_values?.messages)
    ? channel_values.messages
    : (await readableState(graph, saver, place)).values.messages
  if (!Array.isArray(messages)) return []
  return messages.map((message: { id?: unknown } | null) => String(message?.id))
}

function described(failure: unknown): { error: string; message: string } {
  const error = failure instanceof Error ? failure.name : 'Error'
  if (error === 'EmptyInputError') {
    const message = 'There is nothing to do: the run has no input, and the thread has no step left.'
    return { error, message }
  }
  return { error, message: withoutLinks(failure) }
}

/** The library appends a troubleshooting address to some of its messages, after an empty line. */
function withoutLinks(failure: unknown): string {
  const text = failure instanceof Error ? failure.message || failure.name : sentenceOf(failure)
  return text.replace(/\n+Troubleshooting URL:[\s\S]*$/, '')
}
