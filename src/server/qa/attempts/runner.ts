import { setMaxListeners } from 'node:events'
import type { Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import type { ComponentCode } from '../../../client/load-component.ts'
import type { Case } from '../../../contract/qa/cases.ts'
import type { SessionMark } from '../../../contract/qa/session-mark.ts'
import { CoalescedTask } from '../../cluster/coalesced-task.ts'
import { throughOutage } from '../../db/through-outage.ts'
import { HttpError } from '../../http/http-error.ts'
import type { QaContext } from '../qa-context.ts'
import {
  findSession,
  listRunning,
  lockSession,
  moveSession,
  type SessionRow,
} from '../session-store.ts'
import { readContent } from '../suites/suite-store.ts'
import { attemptEnd, type Broken } from './attempt-end.ts'
import * as store from './attempt-store.ts'
import { capReached } from './cap-reached.ts'
import { readComponentCode } from './component-code.ts'
import { keepComponentCode } from './component-code-store.ts'
import { CaseDrive } from './drive-case.ts'
import { BrokenStreamError } from './live-run.ts'
import { replaceLost } from './lost-store.ts'

/** Attempts of all sessions at one time on this server. */
const mostAtOnce = 16
const leaveMs = 5_000

/**
 * Tries what sessions ask for. Each attempt is claimed under this process's lease: processes that share a database share
 * the work, and what a process had in hand that is gone is tried again under another id.
 */
export class Runner {
  readonly #qa: QaContext
  readonly #stopping = new AbortController()
  readonly #atWork = new Map<
    string,
    { sessionId: string; cancel: AbortController; done: Promise<void> }
  >()
  readonly #looking: CoalescedTask
  #leave = () => {}

  constructor(qa: QaContext) {
    this.#qa = qa
    this.#looking = new CoalescedTask(() => this.#look(), qa.report)
  }

  /** Takes up what a former process left. */
  async start(): Promise<void> {
    await this.#qa.cluster.join()
    this.#leave = this.#qa.cluster.listen({
      onPoll: () => this.wake(),
      onNotice: (notice) => notice.kind === 'changed' && notice.area === 'qa' && this.wake(),
    })
    this.wake()
  }

  /** Something may be there to do. */
  wake(): void {
    if (!this.#stopping.signal.aborted) void this.#looking.request()
  }

  /**
   * Ends what this process has at work of a session that was cancelled, or closed as it is; what other processes have
   * ends with their next look.
   */
  end(sessionId: string, status: 'cancelled' | 'closed'): void {
    for (const { sessionId: own, cancel } of this.#atWork.values()) {
      if (own === sessionId) cancel.abort(new Error(`The session was ${status}.`))
    }
  }

  /** Gives back what is at work: whoever starts next tries it again. */
  async stop(): Promise<void> {
    this.#leave()
    this.#stopping.abort(new Error('The server stops.'))
    await this.#looking.stop()
    await Promise.all([...this.#atWork.values()].map(({ done }) => done))
    await this.#replaceLost()
  }

  async #look(): Promise<void> {
    const { database } = this.#qa
    await this.#replaceLost()
    await this.#endCancelled()
    for (const sessionId of await listRunning(database)) {
      const free = mostAtOnce - this.#atWork.size
      if (free <= 0 || this.#stopping.signal.aborted) return
      await this.#serve(sessionId, free)
    }
  }

  async #replaceLost(): Promise<void> {
    const { database, now, cluster } = this.#qa
    const own = { serverId: cluster.serverId, atWork: [...this.#atWork.keys()] }
    await database.transaction((tx) => replaceLost(tx, now(), own))
  }

  /** What another process cancelled, or closed as it was. */
  async #endCancelled(): Promise<void> {
    for (const sessionId of new Set([...this.#atWork.values()].map((one) => one.sessionId))) {
      const status = (await findSession(this.#qa.database, sessionId))?.status ?? 'cancelled'
      if (status === 'cancelled' || status === 'closed') this.end(sessionId, status)
    }
  }

  /** Takes as many of a session's attempts as may run, or ends it where there is nothing left or a cap is reached. */
  async #serve(sessionId: string, free: number): Promise<void> {
    const { database, cluster, now } = this.#qa
    const taken = await database.transaction(async (tx) => {
      const session = await lockSession(tx, sessionId)
      if (session?.status !== 'running') return null
      const { waiting, running, tokens } = await store.countCells(tx, sessionId)
      if (waiting === 0) {
        if (running === 0) await moveSession(tx, sessionId, 'done', { at: now() })
        return running === 0 ? { session, attempts: [] } : null
      }
      const reason = capReached(session, tokens, now())
      if (reason) {
        await moveSession(tx, sessionId, 'paused', { at: now(), reason })
        return { session, attempts: [] }
      }
      const count = Math.min(free, session.caps.at_once - running, waiting)
      if (count <= 0) return null
      const claim = { count, serverId: cluster.serverId, at: now() }
      return { session, attempts: await store.claimNext(tx, sessionId, claim) }
    })
    if (!taken) return
    cluster.changed('qa')
    if (taken.attempts.length === 0) return
    const { suite_id, suite_version } = taken.session
    const { cases } = await readContent(database, suite_id, suite_version)
    for (const attempt of taken.attempts) {
      const one = cases[attempt.case_index]
      if (one) this.#begin(taken.session, one, attempt)
    }
  }

  #begin(session: SessionRow, one: Case, attempt: store.ClaimedAttempt): void {
    const cancel = new AbortController()
    const done = this.#try(session, one, attempt, cancel.signal)
      .catch(this.#qa.report)
      .finally(() => {
        this.#atWork.delete(attempt.attempt_id)
        this.wake()
      })
    this.#atWork.set(attempt.attempt_id, { sessionId: session.session_id, cancel, done })
  }

  async #try(
    session: SessionRow,
    one: Case,
    attempt: store.ClaimedAttempt,
    cancelled: AbortSignal,
  ): Promise<void> {
    const { cluster, servers } = this.#qa
    const target = session.targets[attempt.target]
    if (!target) throw new Error(`Session ${session.session_id} has no target ${attempt.target}.`)
    const tooLong = AbortSignal.timeout(session.caps.attempt_seconds * 1_000)
    const signal = AbortSignal.any([cancelled, tooLong, this.#stopping.signal])
    // Each request of the attempt listens to it.
    setMaxListeners(0, signal)
    let drive: CaseDrive | null = null
    let broken: Broken | null = null
    let transport: Transport | null = null
    try {
      const { connection_id, deployment_id, revision_id } = target
      // A preview that rests is started again.
      const at = revision_id
        ? await servers.preview(connection_id, deployment_id, revision_id)
        : deployment_id
      transport = await servers.agent(connection_id, at)
      const metadata: SessionMark = {
        qa_session: session.session_id,
        qa_attempt: attempt.attempt_id,
      }
      drive = new CaseDrive(one, {
        transport,
        assistantId: target.assistant_id,
        metadata,
        signal,
      })
      await drive.run()
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      broken = whyBroken(error, { cancelled, tooLong, seconds: session.caps.attempt_seconds })
      if (!broken) throw error
      await drive?.leaveBehind(AbortSignal.timeout(leaveMs))
    }
    const end = attemptEnd(drive ?? unbegun(one, signal), broken)
    const code =
      transport &&
      (await readComponentCode(transport, {
        assistantId: target.assistant_id,
        steps: end.transcript,
        signal: AbortSignal.any([cancelled, this.#stopping.signal]),
      }))
    await throughOutage(
      () => this.#keep(session, attempt, end, code),
      () => !this.#stopping.signal.aborted,
    )
    cluster.changed('qa')
  }

  /** Keeps what came of an attempt; nothing where it is not this process's any more. */
  async #keep(
    { session_id }: SessionRow,
    { attempt_id }: store.ClaimedAttempt,
    end: store.AttemptEnd,
    code: ComponentCode | null,
  ): Promise<void> {
    const { database, cluster, now } = this.#qa
    await database.transaction(async (tx) => {
      const isOwn = await store.endAttempt(tx, attempt_id, cluster.serverId, end, now())
      if (isOwn && code) await keepComponentCode(tx, session_id, attempt_id, code)
    })
  }
}

/** A drive that took no step, for an attempt whose server was not to be found. */
function unbegun(one: Case, signal: AbortSignal): CaseDrive {
  return new CaseDrive(one, {
    transport: { baseUrl: '' },
    assistantId: '',
    metadata: {},
    signal,
  })
}

/** Null for what nobody expected. */
function whyBroken(
  error: unknown,
  by: { cancelled: AbortSignal; tooLong: AbortSignal; seconds: number },
): Broken | null {
  if (by.cancelled.aborted) return { status: 'cancelled', error: by.cancelled.reason.message }
  if (by.tooLong.aborted) {
    return { status: 'failed', error: `It took longer than ${by.seconds} s and was stopped.` }
  }
  const isOfServer =
    error instanceof ApiError || error instanceof HttpError || error instanceof BrokenStreamError
  return isOfServer ? { status: 'error', error: error.message } : null
}
