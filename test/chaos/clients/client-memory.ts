import type { CancelAction } from '../../../src/contract/agent-server/runs.ts'

/** What a run was asked to do; goes to the tester's graph as it is. */
export interface Plan {
  run: string
  steps: number
  tells: number
  ms: number
  fails: number | null
}

/** A wish to stop a run. Who asked with several requests, or by leaving, has no acknowledgement. */
interface Wish {
  action: CancelAction
  isAcknowledged: boolean
}

/** A run that a client has asked for, with all that clients were told of it. */
export interface AskedRun {
  name: string
  thread: string
  plan: Plan
  strategy: string
  /** It is cancelled when its client's connection breaks. */
  isBound: boolean
  hasUpdates: boolean
  /** The checkpoint that it begins at; null for the newest. */
  fork: string | null
  /** Moments as they are counted here. */
  askedAt: number
  acknowledgedAt: number | null
  /** Refused: the thread was busy, or what it names is gone. */
  isRefused: boolean
  runId: string | null
  wishes: Wish[]
  /** What streams told, by the event's number. */
  heard: Map<number, string>
  /** The first status that a client read after its end. */
  ended: string | null
  /** Whoever listens to it knows that it is over. */
  isOver: boolean
  /** The address that its stream told last, and what was sent to it, or to one before. */
  voteUrl: string | null
  votes: { url: string; score: number; isAcknowledged: boolean }[]
}

/** A change of a thread's state by a client. */
export interface AskedUpdate {
  thread: string
  token: string
  isAcknowledged: boolean
}

/** All that clients have asked for and were told, in one round. */
export class ClientMemory {
  readonly runs: AskedRun[] = []
  readonly updates: AskedUpdate[] = []
  readonly threads: string[] = []
  /** The thread of the crons, and the crons that were acknowledged. */
  readonly cronThread: string
  readonly crons: string[] = []
  /** What no server may answer, or tell. */
  readonly defects: string[] = []
  /** When a client was last told something new of a run. */
  heardAt = 0
  #moment = 0

  constructor(cronThread: string) {
    this.cronThread = cronThread
  }

  /** The next moment: what was acknowledged before another thing was asked has the smaller one. */
  now(): number {
    this.#moment += 1
    return this.#moment
  }

  /** Whether there may be a run that is waited for. */
  get isAnyOpen(): boolean {
    return this.runs.some(({ isOver, isRefused }) => !isOver && !isRefused)
  }

  /** The run of a number, among those whose id is known. */
  choose(number: number): (AskedRun & { runId: string }) | undefined {
    const known = this.runs.filter((run): run is AskedRun & { runId: string } => run.runId !== null)
    return known[number % Math.max(known.length, 1)]
  }

  /** An event of a run, as a stream told it: the same number means the same event. */
  hear(run: AskedRun, id: number, text: string): void {
    const before = run.heard.get(id)
    if (before !== undefined && before !== text) {
      this.defects.push(`${run.name}: the event ${id} was told as ${before} and then as ${text}.`)
    }
    if (before === undefined) this.heardAt = performance.now()
    run.heard.set(id, text)
  }

  /** A client read this status. */
  read(run: AskedRun, status: string): void {
    const isOver = status !== 'pending' && status !== 'running'
    if (run.ended !== null && status !== run.ended) {
      this.defects.push(`${run.name} was ${run.ended}, and afterwards ${status}.`)
    } else if (isOver) {
      run.ended = status
      run.isOver = true
    }
  }
}
