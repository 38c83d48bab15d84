import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { RunEngine } from '../run-engine.ts'
import type { RunRow } from '../run-row.ts'
import { findRun, runColumns } from '../run-store/run-store.ts'
import { listenTo } from '../streams/listen-to-run.ts'
import { findThread } from '../threads/thread-store.ts'
import { placed, type RecordedEvent, startNumberOf, type Told } from './recorded-event.ts'
import { beginningOf, RunTranslation } from './run-translation.ts'

interface ThreadKey {
  deployment_id: string
  thread_id: string
}

type NextRun = RunRow & {
  /** Another run of the thread has started after it. */
  has_later: boolean
}

const chunkLength = 64 * 1024
/** Runs that begin without a word are found by then. */
const pollMs = 5_000
/** The first events of a run have places of their own, whether all of them are told or not. */
const reserved = 2
const unnumbered = 2 ** 31

/**
 * All that the runs of a thread tell, those that are over first, one run after the other, until `signal` aborts. The
 * thread need not be there yet. Each event has the same id and number for every reader at every time; `after` passes
 * over the runs before the one of that number. Answers `lost` when the reader has to come again.
 */
export async function* threadRecording(
  engine: RunEngine,
  key: ThreadKey,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent[], 'ended' | 'lost'> {
  let last = Math.max(startNumberOf(after) - 1, 0)
  let told: string | null = null
  while (!signal.aborted) {
    const run = await nextRun(engine, key, { last, told }, signal)
    if (!run) break
    told = run.run_id
    const recording = new RunRecording(engine, run, last)
    const outcome = yield* recording.read(signal)
    if (outcome === 'lost') return 'lost'
    last = recording.startNumber
  }
  return 'ended'
}

/** One run on the recording. */
class RunRecording {
  readonly #engine: RunEngine
  #translation: RunTranslation
  #run: NextRun
  #n = 0
  #at: number
  startNumber: number

  constructor(engine: RunEngine, run: NextRun, before: number) {
    this.#engine = engine
    this.#run = run
    this.#at = run.started_at?.getTime() ?? run.created_at.getTime()
    this.#translation = new RunTranslation(run)
    this.startNumber = run.start_number ?? before
  }

  async *read(signal: AbortSignal): AsyncGenerator<RecordedEvent[], 'ended' | 'lost'> {
    const { log } = await listenTo(this.#engine, this.#run).catch(asGone)
    if (!log) return 'ended'
    // What is left of an old run would tell of it in part.
    if (log.hasEnded && !log.isStored && log.start >= 0 && this.#run.has_later) return 'ended'
    let after = log.isStored ? -1 : log.start
    let isBegun = false
    for (;;) {
      const part = await log.read(after, chunkLength, signal)
      if (part === 'lost') return 'lost'
      if (part === 'ended' && signal.aborted) return 'ended'
      const batch: RecordedEvent[] = []
      if (!isBegun) {
        isBegun = true
        await this.#lookAgain()
        batch.push(...this.#begin())
      }
      if (part === 'ended') {
        const output = await log.ended(signal)
        if (output === null) return 'lost'
        batch.push(...(await this.#end(output)))
        yield batch
        return 'ended'
      }
      for (const logged of part.events) {
        after = logged.id
        this.#at = Math.max(this.#at, logged.at ?? 0)
        for (const told of this.#translation.of(logged)) batch.push(this.#place(told))
      }
      if (batch.length > 0) yield batch
    }
  }

  /** A run that waited has its number when it tells something. */
  async #lookAgain(): Promise<void> {
    if (this.#run.start_number !== null) return
    const found = await findRun(this.#engine.database, this.#run)
    if (!found) return
    this.#run = { ...this.#run, ...found }
    this.#translation = new RunTranslation(this.#run)
    this.startNumber = found.start_number ?? this.startNumber
    this.#at = found.started_at?.getTime() ?? this.#at
  }

  #begin(): RecordedEvent[] {
    const told = beginningOf(this.#run, answeredBy(this.#run))
    // A run that was taken back before it began has no number: it is told after the one before.
    const first = this.#run.start_number === null ? unnumbered : 0
    this.#n = first
    const events = told.map((event) => this.#place(event))
    this.#n = first + reserved
    return events
  }

  async #end(output: string): Promise<RecordedEvent[]> {
    const { database, now } = this.#engine
    const found = await findRun(database, this.#run)
    const told = [...this.#translation.end(output)]
    if (!found && this.#run.start_number !== null) told.splice(-1, 0, ...(await this.#restored()))
    const ended = found?.ended_at ?? now()
    this.#at = Math.max(this.#at, ended.getTime())
    return told.map((event) => this.#place(event))
  }

  /** The run was rolled back: the thread is as it was before. */
  async #restored(): Promise<Told[]> {
    const { deployment_id, thread_id } = this.#run
    const thread = await findThread(this.#engine.database, deployment_id, thread_id)
    if (thread?.values === undefined || thread.values === null) return []
    const questions = Object.values(thread.interrupts ?? {}).flat()
    const asked = questions.map(({ id, value }) => ({
      method: 'input.requested',
      namespace: [],
      data: writeJson({
        interrupt_id: id ?? '',
        payload: value ?? null,
        value: value ?? null,
      }),
    }))
    return [{ method: 'values', namespace: [], data: writeJson(thread.values) }, ...asked]
  }

  #place(told: Told): RecordedEvent {
    this.#n += 1
    const { startNumber } = this
    return placed(told, { runId: this.#run.run_id, startNumber, n: this.#n, at: this.#at })
  }
}

/** The questions that a run answers by their ids. */
function answeredBy({ kwargs }: RunRow): string[] {
  const { command } = parseJson(kwargs) as { command?: { resume?: unknown } }
  const resume = command?.resume
  if (typeof resume !== 'object' || resume === null || Array.isArray(resume)) return []
  const ids = Object.keys(resume)
  return ids.every((id) => /^[0-9a-f-]{32,36}$/i.test(id)) ? ids : []
}

/** The run was deleted meanwhile. */
function asGone(error: unknown): { log: null } {
  if (Object(error).status === 404) return { log: null }
  throw error
}

/** The run that started next, or is to; null when `signal` aborts first. */
async function nextRun(
  engine: RunEngine,
  key: ThreadKey,
  { last, told }: { last: number; told: string | null },
  signal: AbortSignal,
): Promise<NextRun | null> {
  const { database, threads, now } = engine
  while (!signal.aborted) {
    const change = threads.next(key.thread_id, pollMs, signal)
    try {
      await markStreamed(engine, key)
      const [found] = await database.query<NextRun>(
        `select ${runColumns}, exists (
           select 1 from runs o where o.thread_id = r.thread_id and o.start_number > r.start_number
         ) as has_later
         from runs r where thread_id = $1 and deployment_id = $2 and run_id is distinct from $5::uuid and (
           start_number > (
             -- A thread that was deleted and made again counts anew.
             select case when t.run_starts < $3 then 0 else $3 end from threads t
             where t.thread_id = $1
           ) or (start_number is null and status = 'pending'
             and coalesce(scheduled_at, $4) <= $4)
         ) order by start_number nulls last, position limit 1`,
        [key.thread_id, key.deployment_id, last, now(), told],
      )
      if (found) return found
      await change.happened
    } finally {
      change.forget()
    }
  }
  return null
}

/** From now on its runs tell all that this protocol has. */
export async function markStreamed(
  { database }: Pick<RunEngine, 'database'>,
  { deployment_id, thread_id }: ThreadKey,
): Promise<void> {
  await database.query(
    `update threads set is_streamed = true
     where thread_id = $1 and deployment_id = $2 and not is_streamed`,
    [thread_id, deployment_id],
  )
}
