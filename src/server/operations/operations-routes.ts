import { type Context, Hono } from 'hono'
import { getReadiness } from '../../contract/gateway/health.ts'
import type { Database } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { type ApiKey, requireKey } from '../http/require-key.ts'
import { route } from '../http/route.ts'
import type { Isolation } from '../isolation/isolation.ts'
import type { DiskWatch } from './disk-room.ts'
import type { Metrics } from './metrics.ts'

const databaseLimitMs = 3_000

type KeptApart = Pick<Isolation, 'kind' | 'notSeparated'>

/**
 * What those ask who keep the server running: `/readyz` (anybody), and with the API key `/metrics` and
 * `/backup`, a dump of the embedded database. `isPrivate` lets metrics be read without the key, for
 * servers that only this machine reaches.
 */
export function operationsRoutes(deps: {
  database: Database
  apiKey: ApiKey
  isPrivate: boolean
  metrics: Metrics
  /** Where the builds are, and the embedded database. */
  disk: DiskWatch
  /** What keeps the code of projects apart from the server. */
  isolation: KeptApart
  /** Null where the database is a PostgreSQL server. */
  dump: (() => Promise<Uint8Array>) | null
}): Hono {
  const routes = new Hono()
  const byKey = requireKey(deps.apiKey)

  route(routes, getReadiness, async ({ context }) => {
    const [isUp, { state, words }] = await Promise.all([
      answersInTime(deps.database),
      deps.disk.look(),
    ])
    const checks = {
      database: isUp ? 'ok' : 'does not answer',
      disk: words,
      isolation: isolationWords(deps.isolation),
    }
    // A PostgreSQL server has a disk of its own, and goes on storing.
    const isReady = isUp && !(state === 'full' && deps.dump)
    context.header('Cache-Control', 'no-store')
    return context.json({ status: isReady ? 'ok' : 'not ready', checks }, isReady ? 200 : 503)
  })

  routes.get('/metrics', async (context, next) => {
    // A page of another site could make a browser ask, but not read the answer.
    const isKeyless = deps.isPrivate && !cameThroughProxy(context)
    return isKeyless ? next() : byKey(context, next)
  })
  routes.get('/metrics', async (context) =>
    context.body(await deps.metrics.text(), 200, {
      'Content-Type': deps.metrics.contentType,
      'Cache-Control': 'no-store',
    }),
  )

  routes.use('/backup', byKey)
  routes.get('/backup', async (context) => {
    if (!deps.dump) {
      throw new HttpError(409, 'The database is a PostgreSQL server: back it up with pg_dump.')
    }
    const dump = await deps.dump()
    return context.body(new Uint8Array(dump), 200, {
      'Content-Type': 'application/x-tar',
      'Cache-Control': 'no-store',
    })
  })
  return routes
}

/** Everybody may read it: why it is so is told at the start, and to those who sign in. */
function isolationWords({ kind, notSeparated }: KeptApart): string {
  if (kind === 'none') return 'none: agents are not kept apart from this server'
  return notSeparated.length > 0 ? `${kind}: not everything is kept from agents` : kind
}

function cameThroughProxy(context: Context): boolean {
  return ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some(
    (name) => context.req.header(name) !== undefined,
  )
}

async function answersInTime(database: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), databaseLimitMs)
  })
  const answered = database.query('select 1').then(
    () => true,
    () => false,
  )
  const isUp = await Promise.race([answered, late])
  clearTimeout(timer)
  return isUp
}
