import { writeJson } from '../../../contract/exact-json.ts'

/** What a run tells by the streaming protocol, before it has its place on the thread. `data` is JSON text. */
export interface Told {
  method: string
  namespace: readonly string[]
  data: string
  /** The step that an update is of. */
  node?: string
  /** `name` of a custom event, by which it can be asked for. */
  name?: string
  /** Names the event for all times, where its place does not. */
  id?: string
}

/** One event on the recording of a thread. `text` is the event as it is sent. */
export interface RecordedEvent {
  event_id: string
  seq: number
  method: string
  namespace: readonly string[]
  name: string | undefined
  text: string
}

/** How many events one run may have before their numbers are those of the next one. */
const span = 2 ** 32

/** The number of a run's n-th event on its thread; both are counted from 1. */
export function seqOf(startNumber: number, n: number): number {
  return startNumber * span + Math.min(n, span - 1)
}

/** The largest that the database counts to; no run comes after it. */
const lastStartNumber = 2 ** 31 - 1

/** The run that an event's number is of, whatever number it is. */
export function startNumberOf(seq: number): number {
  return Math.min(Math.floor(seq / span), lastStartNumber)
}

/** An event with its place: the n-th of the run that started as that one of its thread. */
export function placed(
  told: Told,
  place: { runId: string; startNumber: number; n: number; at: number },
): RecordedEvent {
  const { method, namespace, data, node, name } = told
  const seq = seqOf(place.startNumber, place.n)
  const event_id = told.id ?? `${place.runId}:${place.n}`
  const head = { type: 'event', event_id, seq, run_id: place.runId, method }
  const params = { namespace, timestamp: place.at, ...(node === undefined ? {} : { node }) }
  const text = `${open(head)},"params":${open(params)},"data":${data}}}`
  return { event_id, seq, method, namespace, name, text }
}

/** An object as JSON text that is not closed yet. */
function open(part: object): string {
  return writeJson(part).slice(0, -1)
}
