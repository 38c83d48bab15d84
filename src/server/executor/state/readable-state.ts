import type { StateSnapshot } from '@langchain/langgraph'
import type { AnyGraph } from '../loaded-graph.ts'
import { ForeignThreadError, type ThreadSaver } from './checkpoint-saver.ts'

type Place = Parameters<AnyGraph['getState']>[0]
type Options = Parameters<AnyGraph['getState']>[1]

/**
 * A state of a thread, over the saver that the graph reads by. What a step has left that the graph's own channels
 * refuse, such as a message that is none, counts as not done: without it the state is that of the last step
 * before. Rejects with what the graph refused where it cannot be read in that way either.
 */
export async function readableState(
  graph: AnyGraph,
  saver: ThreadSaver,
  place: Place,
  options?: Options,
): Promise<StateSnapshot> {
  try {
    return await graph.getState(place, options)
  } catch (error) {
    if (error instanceof ForeignThreadError) throw error
    saver.hidesResults = true
    try {
      const state = await graph.getState(place, options)
      saver.hadToHide = true
      return state
    } catch {
      throw error
    } finally {
      saver.hidesResults = false
    }
  }
}

/** As `readableState`, for a page of a thread's states. */
export async function* readableHistory(
  graph: AnyGraph,
  saver: ThreadSaver,
  place: Place,
  options: NonNullable<Parameters<AnyGraph['getStateHistory']>[1]> & { limit: number },
): AsyncGenerator<StateSnapshot> {
  let last: StateSnapshot | null = null
  let left = options.limit
  try {
    for await (const state of graph.getStateHistory(place, options)) {
      last = state
      left -= 1
      yield state
    }
    return
  } catch (error) {
    if (error instanceof ForeignThreadError) throw error
  }
  saver.hidesResults = true
  const before = last?.config ?? options.before
  yield* graph.getStateHistory(place, { ...options, limit: left, ...(before ? { before } : {}) })
}
