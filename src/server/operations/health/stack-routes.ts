import type { Context, Hono } from 'hono'
import { getStackHealth, type StackHealth } from '../../../contract/gateway/stack.ts'
import type { Database } from '../../db/database.ts'
import { route } from '../../http/route.ts'
import type { DiskWatch } from '../disk-room.ts'
import { readDatabase } from './read-database.ts'
import { readMigrations } from './read-migrations.ts'
import { readProcesses, type ServerFacts } from './read-processes.ts'
import { readQueue } from './read-queue.ts'

/** What is looked at. */
interface StackSources {
  database: Database
  /** This process among those on the database. */
  serverId: string
  startedAt: Date
  facts: () => ServerFacts
  disk: DiskWatch
  /** What does not change while the process runs. */
  settings: Pick<StackHealth, 'isolation' | 'limits' | 'retention' | 'metrics'>
  /** The data directory, and where the database is, without a password. */
  places: { data_dir: string; database: string }
  /** Whether whoever asks may know places, as administrators do. */
  tellsPlaces: (context: Context) => boolean
  now: () => Date
}

/** How the stack is, on the gateway's routes, whose rules guard it. Everything is read when it is asked for. */
export function stackRoutes(routes: Hono, sources: StackSources): void {
  route(routes, getStackHealth, async ({ context }) => {
    context.header('Cache-Control', 'no-store')
    const health = await readStack(sources)
    return sources.tellsPlaces(context) ? health : withoutPlaces(health)
  })
}

async function readStack(sources: StackSources): Promise<StackHealth> {
  const { database, disk, places, now } = sources
  const [room, kept, queue, migrations] = await Promise.all([
    disk.look(),
    readDatabase(database, places.database),
    readQueue(database, now()),
    readMigrations(database),
  ])
  // After the look, which they tell of.
  const facts = sources.facts()
  const processes = await readProcesses(database, { ...sources, facts, now: now() })
  return {
    checked_at: now().toISOString(),
    version: facts.version,
    node_version: process.version,
    processes,
    database: kept,
    disk: {
      state: room.state,
      free_bytes: room.free,
      warn_below_bytes: disk.warnBelow,
    },
    queue,
    migrations,
    ...sources.settings,
    data_dir: places.data_dir,
  }
}

function withoutPlaces(health: StackHealth): StackHealth {
  const { data_dir: _folder, database, processes, ...rest } = health
  const { address: _address, ...kept } = database
  return {
    ...rest,
    database: kept,
    processes: processes.map(({ host: _host, pid: _pid, ...one }) => one),
  }
}
