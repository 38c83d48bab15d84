import type { MultitaskStrategy } from '../../../src/contract/agent-server/run-request.ts'
import type { CancelAction } from '../../../src/contract/agent-server/runs.ts'

const mostAttempts = 3

/** A run as the requirements say it must be. */
export interface ModelRun {
  /** Also of its gate and in the thread's log. */
  readonly name: string
  status: 'pending' | 'running' | 'success' | 'interrupted' | 'error' | 'deleted'
  reason: string | null
  attempt: number
  /** How often it has come to its gate. */
  visits: number
}

type ThreadStatus = 'idle' | 'interrupted' | 'error'

/**
 * One thread with its runs, by §2.5, §2.8 and §3: what every call must answer, and what must be
 * there when everything has settled. A working run waits at its gate, after its first step.
 */
export class ThreadModel {
  readonly runs: ModelRun[] = []
  log: string[] = []
  #left: ThreadStatus = 'idle'
  /** What a rollback of the working run brings back. */
  #before: { log: string[]; left: ThreadStatus } = { log: [], left: 'idle' }

  get active(): ModelRun[] {
    return this.runs.filter(({ status }) => status === 'pending' || status === 'running')
  }

  get working(): ModelRun | undefined {
    return this.runs.find(({ status }) => status === 'running')
  }

  get status(): ThreadStatus | 'busy' {
    return this.active.length > 0 ? 'busy' : this.#left
  }

  /** Answers the status of the response. */
  create(name: string, strategy: MultitaskStrategy): number {
    if (strategy === 'reject' && this.active.length > 0) return 409
    if (strategy === 'interrupt' || strategy === 'rollback') {
      for (const run of this.active) this.#stop(run, strategy, 'replaced')
    }
    this.runs.push({ name, status: 'pending', reason: null, attempt: 0, visits: 0 })
    this.#startNext()
    return 200
  }

  /** The working run is let through its gate. */
  finish(): void {
    const run = this.working
    if (!run) return
    run.status = 'success'
    this.log.push(`${run.name} done`)
    this.#left = 'idle'
    this.#startNext()
  }

  /** Answers the status of the response, for a cancel that waits or does not. */
  cancel(run: ModelRun, action: CancelAction, wait: boolean, reason = 'cancelled'): number {
    if (run.status === 'deleted') return 404
    if (!this.active.includes(run)) return 409
    this.#stop(run, action, reason)
    this.#startNext()
    return wait ? 204 : 202
  }

  /** Answers the runs that the response must name: all at once, so that none of them starts. */
  cancelAll(isChosen: (run: ModelRun) => boolean, action: CancelAction): ModelRun[] {
    const chosen = this.active.filter(isChosen)
    for (const run of chosen) this.#stop(run, action, 'cancelled')
    this.#startNext()
    return chosen
  }

  /** The process that works on it is gone, or the whole server; `isCounted` as an attempt. */
  lose(isCounted: boolean): void {
    const run = this.working
    if (!run) return
    if (isCounted && run.attempt >= mostAttempts) {
      run.status = 'error'
      run.reason = 'lost'
      this.#left = 'error'
      this.#startNext()
      return
    }
    if (isCounted) run.attempt += 1
    run.visits += 1
  }

  #stop(run: ModelRun, action: CancelAction, reason: string): void {
    const wasWorking = run.status === 'running'
    run.status = action === 'rollback' ? 'deleted' : 'interrupted'
    run.reason = reason
    if (!wasWorking) return
    if (action === 'interrupt') this.#left = 'interrupted'
    else {
      this.log = [...this.#before.log]
      this.#left = this.#before.left
    }
  }

  #startNext(): void {
    const next = this.active[0]
    if (!next || next.status === 'running') return
    this.#before = { log: [...this.log], left: this.#left }
    next.status = 'running'
    next.attempt = 1
    next.visits = 1
    this.log.push(next.name, `${next.name} begun`)
  }
}
