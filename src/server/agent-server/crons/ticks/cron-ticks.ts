import type { RunCreate } from '../../../../contract/agent-server/run-request.ts'
import { parseJson } from '../../../../contract/exact-json.ts'
import { asError } from '../../../as-error.ts'
import { CoalescedTask } from '../../../cluster/coalesced-task.ts'
import type { Queryable } from '../../../db/database.ts'
import { HttpError } from '../../../http/http-error.ts'
import { withPreviewMark } from '../../executors/preview-mark.ts'
import type { RunEngine } from '../../run-engine.ts'
import {
  announceRun,
  type CreatedRun,
  type InsertedRun,
  insertRunWithin,
} from '../../runs/create-run.ts'
import { deleteWhenEnded } from '../../threads/temporary-threads.ts'
import { holdThread, insertThread } from '../../threads/thread-store.ts'
import { timeOrderedId } from '../../uuid.ts'
import { nextTick } from '../cron-schedule.ts'
import * as store from '../cron-store.ts'
import { admitTick } from './admit-tick.ts'

const atOnce = 1_000
type DueCron = Awaited<ReturnType<typeof store.findDue>>[number]

const stillWaiting = 'The run of the tick before has not started yet.'

/**
 * Makes a run at each tick of each cron, once: the tick is moved on in the transaction that inserts its run, so that
 * it is made by one process and survives a kill. Of ticks that were missed while no process was up, one is caught
 * up. A tick is passed over while the run of the one before waits to start, so that nothing piles up. A preview that
 * rests is started for it; where it cannot be, the tick says why.
 */
export class CronTicks {
  readonly #engine: RunEngine
  readonly #ticking: CoalescedTask
  readonly #leave: () => void
  readonly #wake: (deploymentId: string) => Promise<void>
  /** Ticks that wait for their preview, by cron. */
  readonly #waking = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  /** @param wake starts a preview that rests; does nothing for another deployment, and may throw an HttpError */
  constructor(engine: RunEngine, wake: (deploymentId: string) => Promise<void>) {
    this.#engine = engine
    this.#wake = wake
    this.#ticking = new CoalescedTask(() => this.#tickAll(), engine.report)
    this.#leave = engine.cluster.listen({ onNotice: () => {}, onPoll: () => this.look() })
    this.look()
  }

  /** Makes what is due, and waits for what comes next. To be called whenever a schedule has changed here. */
  look(): void {
    void this.#ticking.request()
  }

  /** Makes a run of a cron now, beside its schedule. Rejects as the making of any run. */
  async start(cron: store.CronRow): Promise<CreatedRun> {
    const { database, now } = this.#engine
    const body = await admitTick(this.#engine, cron, runOf(cron))
    const inserted = await database.transaction(async (tx) => {
      const made = await this.#insert(tx, cron, body)
      await store.recordStart(tx, cron.cron_id, made.run, now())
      return made
    })
    return this.#announce(cron, inserted)
  }

  /** Resolves when no tick is being made. */
  async stop(): Promise<void> {
    this.#leave()
    clearTimeout(this.#timer)
    await this.#ticking.stop()
    await Promise.all(this.#waking.values())
    clearTimeout(this.#timer)
  }

  async #tickAll(): Promise<void> {
    const { database, now, cluster } = this.#engine
    for (const cron of await store.findDue(database, now(), atOnce)) {
      // One that fails keeps no other one waiting, nor does one that is waited for.
      if (this.#rests(cron.deployment_id)) this.#tickLater(cron)
      else await this.#tick(cron).catch((error: unknown) => this.#engine.report(asError(error)))
    }
    const next = await store.nextDue(database)
    clearTimeout(this.#timer)
    const wait = next ? next.getTime() - now().getTime() : Number.POSITIVE_INFINITY
    // The poll comes back for what is later or was left, and for what other processes change.
    if (wait <= 0 || wait > cluster.limits.pollMs) return
    this.#timer = setTimeout(() => this.look(), wait).unref()
  }

  /** Whether it is a preview without a process; one that this process has not heard of may be. */
  #rests(deploymentId: string): boolean {
    const known = this.#engine.executors.find(deploymentId)
    return !known || (known.previewOf !== null && known.active === null)
  }

  #tickLater(due: DueCron): void {
    if (this.#waking.has(due.cron_id)) return
    const made = this.#wake(due.deployment_id)
      .then(
        () => this.#tick(due),
        (error: unknown) => this.#refuse(due, error),
      )
      .catch((error: unknown) => this.#engine.report(asError(error)))
      .finally(() => this.#waking.delete(due.cron_id))
    this.#waking.set(due.cron_id, made)
  }

  async #tick(due: DueCron): Promise<void> {
    const { database, now: clock } = this.#engine
    try {
      // User code is asked before the transaction, which it could keep open.
      const seen = await store.findCron(database, due.deployment_id, due.cron_id)
      const body = seen && (await admitTick(this.#engine, seen, runOf(seen)))
      const made = await database.transaction(async (tx) => {
        const cron = await take(tx, due, clock())
        // One that was changed meanwhile is looked at anew.
        if (!cron || !body || cron.updated_at.getTime() !== seen.updated_at.getTime()) return null
        const at = { now: clock(), next: nextTick(cron, clock()) }
        if (await store.doesLastRunWait(tx, cron)) {
          await store.recordTick(tx, cron.cron_id, { run: null, error: stillWaiting }, at)
          return null
        }
        const inserted = await this.#insert(tx, cron, body)
        await store.recordTick(tx, cron.cron_id, { run: inserted.run, error: null }, at)
        return { cron, inserted }
      })
      if (made) this.#announce(made.cron, made.inserted)
    } catch (error) {
      await this.#refuse(due, error)
    }
  }

  /** The run was refused: so is the tick, and it says why. What is no refusal is thrown. */
  async #refuse(due: DueCron, error: unknown): Promise<void> {
    if (!(error instanceof HttpError)) throw error
    // Nobody can be asked at the moment: the tick stays due.
    if (error.status === 503) return
    const { database, now: clock } = this.#engine
    await database.transaction(async (tx) => {
      const cron = await take(tx, due, clock())
      if (!cron) return
      const at = { now: clock(), next: nextTick(cron, clock()) }
      await store.recordTick(tx, cron.cron_id, { run: null, error: error.message }, at)
    })
  }

  async #insert(tx: Queryable, cron: store.CronRow, body: RunCreate): Promise<InsertedRun> {
    const { cron_id, deployment_id, on_run_completed } = cron
    const { executors } = this.#engine
    const now = this.#engine.now()
    const thread_id = cron.thread_id ?? timeOrderedId(now)
    if (!cron.thread_id) {
      const is_temporary = on_run_completed === 'delete'
      const metadata = withPreviewMark(executors, deployment_id, { ...body.metadata, cron_id })
      const ttl = is_temporary ? undefined : executors.retentionOf(deployment_id).threads
      await insertThread(tx, { thread_id, deployment_id, metadata, is_temporary, ttl, now })
    }
    return insertRunWithin(this.#engine, tx, { deployment_id, thread_id }, body, 'continue')
  }

  #announce(cron: store.CronRow, inserted: InsertedRun): CreatedRun {
    const created = announceRun(this.#engine, inserted)
    if (!cron.thread_id && cron.on_run_completed === 'delete') {
      deleteWhenEnded(this.#engine, created.run)
    }
    return created
  }
}

/** What a tick asks for. */
function runOf({ cron_id, assistant_id, request, metadata }: store.CronRow): RunCreate {
  const asked = parseJson(request) as Omit<RunCreate, 'assistant_id'>
  return { ...asked, assistant_id, metadata: { ...metadata, cron_id } }
}

/** The thread is held before the cron, as whoever deletes the thread does: so neither waits for the other. */
async function take(tx: Queryable, due: DueCron, now: Date): Promise<store.CronRow | undefined> {
  const { cron_id, deployment_id, thread_id } = due
  if (thread_id && !(await holdThread(tx, deployment_id, thread_id))) return undefined
  return store.takeDue(tx, cron_id, now)
}
