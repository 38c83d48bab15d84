import type { RetentionName, RetentionPreview } from '../../contract/control-plane/retention.ts'
import { type Database, first } from '../db/database.ts'
import type { Days } from './rule-store.ts'
import {
  eventsGo,
  inScope,
  isOldThread,
  lineGoes,
  runGoes,
  type Scope,
  scopeOf,
  stayReason,
  threadGoes,
  voteGoes,
} from './what-goes.ts'

interface Counted {
  count: number
  oldest: Date | null
  bytes: number
}

const sizeOf = (...columns: string[]) =>
  `coalesce(sum(${columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ')}), 0)::float8`

/** Threads that go, and the runs that go with them or for their own age. */
const goneThreads = `, gone_threads as materialized (
    select t.thread_id, t.updated_at from threads t where ${threadGoes})`
const goneRuns = `${goneThreads}, gone_runs as materialized (
    select r.run_id from runs r where r.thread_id in (select thread_id from gone_threads)
    union select r.run_id from runs r join threads t on t.thread_id = r.thread_id where ${runGoes})`

const counts: Record<RetentionName, string> = {
  threads: `${goneThreads}
    select count(*)::float8 as count, min(t.updated_at) as oldest, ${sizeOf('t."values"', 't.metadata')} + (
        select ${sizeOf('checkpoint', 'metadata')} from checkpoints where thread_id in (select thread_id from gone_threads)
      ) + (
        select ${sizeOf('blob')} from checkpoint_blobs where thread_id in (select thread_id from gone_threads)
      ) + (
        select ${sizeOf('blob')} from checkpoint_writes where thread_id in (select thread_id from gone_threads)
      ) as bytes
    from threads t join gone_threads g on g.thread_id = t.thread_id`,
  runs: `${goneRuns}
    select count(*)::float8 as count, min(r.ended_at) as oldest,
      ${sizeOf('r.kwargs', 'r.output', 'r.packed_output', 'r.metadata', 'r.error')} as bytes
    from runs r join gone_runs g on g.run_id = r.run_id`,
  events: `${goneRuns}
    select coalesce(sum(e.count), 0)::float8 as count, min(r.ended_at) as oldest, ${sizeOf('e.events')} as bytes
    from run_events e join runs r on r.run_id = e.run_id
    where r.run_id in (select run_id from gone_runs) or (${eventsGo})`,
  logs: `
    select count(*)::float8 as count, min(l.logged_at) as oldest, ${sizeOf('l.message')} as bytes
    from revision_logs l, revisions v where ${lineGoes}`,
  votes: `${goneRuns}
    select count(*) filter (where f.superseded_at is null)::float8 as count,
      min(f.first_created_at) as oldest,
      ${sizeOf('f.comment', 'f.correction', 'f.metadata')} as bytes
    from feedback f where f.run_id in (select run_id from gone_runs) or (${voteGoes})`,
}

/**
 * What a rule would remove now, each thing once whatever it goes for. One statement for each kind, so that on the
 * embedded database others have their turn between them.
 */
export async function previewOf(
  database: Database,
  deploymentId: string,
  days: Days,
  now: Date,
): Promise<RetentionPreview> {
  const scope = await scopeOf(database, deploymentId, days, now)
  const read = async (name: RetentionName) => {
    const row = first(await inScope<Counted>(database, scope, counts[name]))
    if (!row) throw new Error(`Nothing was counted of ${name}.`)
    return row
  }
  const threads = await read('threads')
  const runs = await read('runs')
  const events = await read('events')
  const logs = await read('logs')
  const votes = await read('votes')
  const told = ({ count, oldest }: Counted) => ({ count, oldest: oldest?.toISOString() ?? null })
  return {
    at: now.toISOString(),
    goes: {
      threads: told(threads),
      runs: told(runs),
      events: told(events),
      logs: told(logs),
      votes: told(votes),
    },
    bytes: [threads, runs, events, logs, votes].reduce((sum, { bytes }) => sum + bytes, 0),
    stays: await staying(database, scope),
  }
}

function staying(database: Database, scope: Scope) {
  return inScope<{ reason: string; count: number }>(
    database,
    scope,
    `select reason, count(*)::float8 as count
     from (select ${stayReason} as reason from threads t where ${isOldThread}) old
     where reason is not null group by reason order by count(*) desc, reason`,
  )
}
