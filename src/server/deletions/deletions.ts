import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { ChangeArea } from '../../contract/gateway/changes.ts'
import { localConnectionId } from '../../contract/gateway/connections.ts'
import {
  createDeletion,
  type DeletionKind,
  graceMs,
  listDeletions,
  undoDeletion,
} from '../../contract/gateway/deletions.ts'
import { asError } from '../as-error.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { CoalescedTask } from '../cluster/coalesced-task.ts'
import type { Database } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import type { Deletable } from './deletable.ts'
import type { DeletionRow } from './deletion-store.ts'
import * as store from './deletion-store.ts'

export interface DeletionsContext {
  database: Database
  cluster: Cluster
  kinds: Record<DeletionKind, Deletable>
  now: () => Date
  nameOf: (context: Context) => string | null
  report: (error: Error) => void
  /** How often it is looked for what is due, beside when its time comes; 5 s when absent. */
  pollMs?: number | undefined
}

const usualPollMs = 5_000
/** How long it is told that something was deleted. */
const toldMs = 60_000
/** Pauses before a server that could not be asked is asked again; then it is given up, and the thing is shown again. */
const pausesMs = [5_000, 30_000, 120_000, 600_000, 3_600_000]
const areas: Record<DeletionKind, ChangeArea> = {
  thread: 'agent',
  suite: 'qa',
  session: 'qa',
  embed: 'gateway',
}

/** What people delete in the console and can bring back for a while. */
export interface Deletions {
  start(): Promise<void>
  /** Deletes what is due; resolves when that is over. */
  work(): Promise<void>
  stop(): Promise<void>
}

/** Mounts deletions on the gateway's routes, whose rules guard them. Processes on one database share the work. */
export function createDeletions(routes: Hono, context: DeletionsContext): Deletions {
  const { database, cluster, kinds, now, report } = context
  const working = new CoalescedTask(work, report)
  const timers = new Set<NodeJS.Timeout>()
  let polling: NodeJS.Timeout | undefined
  let isStopped = false

  const tell = ({ kind, connection_id, deployment_id }: DeletionRow) => {
    cluster.changed('gateway')
    const isElsewhere = connection_id !== null && connection_id !== localConnectionId
    if (!isElsewhere) cluster.changed(areas[kind], deployment_id)
  }
  const workIn = (ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void working.request()
    }, ms).unref()
    timers.add(timer)
  }

  async function work(): Promise<void> {
    await store.dropDone(database, new Date(now().getTime() - toldMs))
    for (;;) {
      if (isStopped) return
      const due = await store.claimDue(database, cluster.serverId, now())
      if (!due) return
      await carryOut(due)
      tell(due)
    }
  }

  async function carryOut(due: DeletionRow): Promise<void> {
    try {
      await kinds[due.kind].remove(due)
    } catch (error) {
      const status = error instanceof HttpError ? error.status : null
      const pause = pausesMs[due.tries]
      if (status !== 404 && status !== 409 && pause !== undefined) {
        return store.postpone(database, due.id, new Date(now().getTime() + pause))
      }
      if (status !== 404) {
        // It is shown again, since it is still there.
        await store.forgetDeletion(database, due.id)
        return report(asError(error))
      }
    }
    await store.settleDeletion(database, due.id, now())
  }

  route(
    routes,
    createDeletion,
    async ({ body, context: request }) => {
      const { kind, subject_id: given } = body
      const subject_id = given.toLowerCase()
      const place = placeOf(body)
      await kinds[kind].check({ subject_id, ...place })
      const at = now()
      const row = await store.keepDeletion(database, {
        id: randomUUID(),
        kind,
        ...place,
        subject_id,
        asked_by: context.nameOf(request),
        asked_at: at,
        due_at: new Date(at.getTime() + graceMs),
      })
      workIn(row.due_at.getTime() - at.getTime())
      tell(row)
      return store.present(row)
    },
    { status: 202 },
  )
  route(routes, listDeletions, async () =>
    (await store.listDeletionRows(database)).map(store.present),
  )
  route(routes, undoDeletion, async ({ params }) => {
    const row = await store.undo(database, params.deletion_id)
    if (!row) throw new HttpError(409, 'It is too late: it is deleted.')
    tell(row)
  })

  return {
    async start() {
      await cluster.join()
      polling = setInterval(() => void working.request(), context.pollMs ?? usualPollMs).unref()
      void working.request()
    },
    work: () => working.request(),
    async stop() {
      isStopped = true
      clearInterval(polling)
      for (const timer of timers) clearTimeout(timer)
      await working.stop()
    },
  }
}

/** Where a thread is; everything else is the console's own. Throws 422. */
function placeOf(body: {
  kind: DeletionKind
  connection_id?: string | null | undefined
  deployment_id?: string | null | undefined
}): Pick<DeletionRow, 'connection_id' | 'deployment_id'> {
  if (body.kind !== 'thread') return { connection_id: null, deployment_id: null }
  const { connection_id, deployment_id } = body
  if (connection_id && deployment_id) return { connection_id, deployment_id }
  const name = connection_id ? 'deployment_id' : 'connection_id'
  const msg = 'Say where the thread is: the connection and the deployment.'
  throw new HttpError(422, [{ loc: ['body', name], msg, type: 'missing' }])
}
