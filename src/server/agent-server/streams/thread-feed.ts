import type { RunEngine } from '../run-engine.ts'
import type { RunRow } from '../run-row.ts'
import { findRun } from '../run-store/run-store.ts'
import { RunFeedback } from '../runs/run-feedback.ts'
import { publicEvents } from './event-modes.ts'
import { listenTo } from './listen-to-run.ts'
import { framed } from './response-stream.ts'

/** Where a reader of a thread's stream begins. */
export type FeedStart =
  /** With the runs that are active. */
  | 'active'
  /** With the first run whose events are kept. */
  | 'first'
  /** After an event of the run at that place in the order of creation, or after the whole run. */
  | { place: number; event: number | 'done' }

interface ThreadKey {
  deployment_id: string
  thread_id: string
}

interface Placed {
  run_id: string
  place: number
}

const chunkLength = 64 * 1024
/** Runs that begin later without a word are found by then. */
const pollMs = 2_000

/**
 * The events of a thread's runs as text, one run after the other as they work, until `signal` aborts. An
 * event's id is the run's place and the event's own id, `12-3`; when a run has ended there is `12-done`.
 * Ends with `lost` when the reader has fallen too far behind.
 */
export async function* threadFeed(
  engine: RunEngine,
  key: ThreadKey,
  start: FeedStart,
  isWanted: (event: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<string, 'ended' | 'lost'> {
  const since = await sinceOf(engine, key, start)
  const seen: string[] = []
  let after = typeof start === 'object' && start.event !== 'done' ? start.event : -1
  if (typeof start === 'object' && start.event === 'done') seen.push(since.run_id)
  while (!signal.aborted) {
    const next = await nextRun(engine, key, since, seen, signal)
    if (!next) break
    seen.push(next.run.run_id)
    const { log } = await listenTo(engine, next.run)
    const feedback = new RunFeedback(engine, next.run)
    after = Math.max(after, log.isStored ? -1 : log.start)
    for (;;) {
      const part = await log.read(after, chunkLength, signal)
      if (part === 'lost') return 'lost'
      if (part === 'ended') break
      after = part.events.at(-1)?.id ?? after
      const seen = publicEvents(part.events).filter(({ event }) => isWanted(event))
      const wanted = await feedback.inEvents(seen, signal)
      const texts = wanted.map(({ id, ...event }) =>
        framed({ id: `${next.place}-${id}`, ...event }),
      )
      if (texts.length > 0) yield texts.join('')
    }
    if (signal.aborted) break
    const data = JSON.stringify({ run_id: next.run.run_id, status: 'run_done' })
    yield framed({ id: `${next.place}-done`, event: 'metadata', data })
    after = -1
  }
  return 'ended'
}

/** Of the runs that have ended, those that started later than this one are told. */
async function sinceOf(
  { database }: RunEngine,
  { deployment_id, thread_id }: ThreadKey,
  start: FeedStart,
): Promise<{ started_at: Date; place: number; run_id: string }> {
  const none = { started_at: new Date(0), place: 0, run_id: '' }
  if (start === 'first') return none
  const [last] = await database.query<{ started_at: Date; place: number; run_id: string }>(
    `select started_at, position::int as place, run_id from runs
     where thread_id = $1 and deployment_id = $2 and started_at is not null
     and ($3::int is null or position <= $3) order by started_at desc, position desc limit 1`,
    [thread_id, deployment_id, start === 'active' ? null : start.place],
  )
  if (!last) return none
  // The run of an event that was not the last one is told further.
  const isHalfRead =
    typeof start === 'object' && last.place === start.place && start.event !== 'done'
  return isHalfRead ? { ...last, place: last.place - 1 } : last
}

/** The next run that worked, works or waits to; null when `signal` aborts first. */
async function nextRun(
  engine: RunEngine,
  key: ThreadKey,
  since: { started_at: Date; place: number },
  seen: readonly string[],
  signal: AbortSignal,
): Promise<{ run: RunRow; place: number } | null> {
  while (!signal.aborted) {
    const change = engine.threads.next(key.thread_id, pollMs, signal)
    const [found] = await engine.database.query<Placed>(
      `select run_id, position::int as place from runs
       where thread_id = $1 and deployment_id = $2 and run_id <> all($3::uuid[]) and (
         status = 'running' or (status = 'pending' and coalesce(scheduled_at, $4) <= $4)
         or (started_at, position) > ($5::timestamptz, $6)
       ) order by started_at nulls last, position limit 1`,
      [key.thread_id, key.deployment_id, seen, engine.now(), since.started_at, since.place],
    )
    const run = found && (await findRun(engine.database, { ...key, run_id: found.run_id }))
    if (found && run) {
      change.forget()
      return { run, place: found.place }
    }
    await change.happened
  }
  return null
}
