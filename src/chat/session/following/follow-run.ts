import { ApiError } from '../../../client/api-error.ts'
import { isTransient } from '../../../client/is-transient.ts'
import {
  joinRunStream,
  type RunStreamListener,
  startRunStream,
} from '../../../client/run-stream.ts'
import { type RunEvent, RunMetadataData } from '../../../contract/agent-server/run-events.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { isActive, type Run } from '../../../contract/agent-server/runs.ts'
import type { EventLog } from '../../conversation/event-log.ts'
import { asError, isAborted } from '../../thrown.ts'
import { type RetryTools, readPatiently, readRuns, waitForRetry } from '../server-reads.ts'
import { readFollowedRun } from './read-followed-run.ts'
import { createSilenceWatch, type Silence, type SilenceWatch } from './silence.ts'
import { createStreamWatch, SilentStream, type StreamWatch } from './watch-stream.ts'

/** The longest wait for a run that is silent: whoever looks after it is not in a hurry. */
const silentRetryMs = 60_000

/** Our mark on a run, to find it again when the answer to its creation was lost. */
export const submissionKey = 'submission_id'

export interface FollowTarget {
  readonly thread_id: string
  /** The run to join; null when `start` is to create it. */
  readonly run_id: string | null
  readonly start: { readonly body: RunCreate; readonly submission_id: string } | null
  /** Binds a joined run to this connection. */
  readonly isBound: boolean
  readonly log: EventLog
}

export interface FollowTools extends RetryTools {
  /** How long a stream may be silent before the run is looked at; null for never. */
  readonly idleMs: number | null
  /** Receives a way to look at once: the network or the tab came back. */
  onLook(look: () => void): void
}

export interface FollowListener {
  onStreaming(): void
  /** The run's id, as soon as it is known. */
  onRunId(run_id: string): void
  onEvent(event: RunEvent): void
  /** Everything streamed so far will come again: forget what is not settled. */
  onReplay(): void
  /** Nothing came: whether the thread's state tells of something new, which is then shown. */
  hasMoved(): Promise<boolean>
  /** The server says that the run is not over and nothing of it comes; null: something came again. */
  onSilence(silence: Silence | null): void
}

/**
 * How following ended. `ended`: a read of the run says so (null: it is gone). `refused`: no run was
 * made. `failed`: the server will not let us follow it. `aborted`: we left.
 */
export type FollowEnd =
  | { kind: 'ended'; record: Run | null }
  | { kind: 'refused'; error: Error }
  | { kind: 'failed'; error: Error }
  | { kind: 'aborted' }

/**
 * Follows one run to its end, whatever the connection does. The creating POST is sent once; after that
 * only joins, each from the last event seen. The end of a stream proves nothing: the run is read, and
 * joined again while it is active.
 */
export async function followRun(
  tools: FollowTools,
  target: FollowTarget,
  listener: FollowListener,
): Promise<FollowEnd> {
  try {
    return await new Following(tools, target, listener).toItsEnd()
  } catch (error) {
    if (isAborted(error, tools.signal)) return { kind: 'aborted' }
    return { kind: 'failed', error: asError(error) }
  }
}

/** One run that is followed: what is known of it, and how its connection stands. */
class Following {
  /** Null until it is named. */
  private run_id: string | null
  /** Looks since the last event. */
  private attempt = 0
  /** The network or the tab came back, and the stream of before is left. */
  private isBack = false
  /** Neither the stream nor a read has given a sign of life. */
  private isUnheard = false
  private readonly silence: SilenceWatch
  private readonly watch: StreamWatch
  private readonly reader: RunStreamListener

  constructor(
    private readonly tools: FollowTools,
    private readonly target: FollowTarget,
    private readonly listener: FollowListener,
  ) {
    this.run_id = target.run_id
    this.silence = createSilenceWatch(tools.clock.now())
    this.watch = createStreamWatch(tools, (signal) => this.isLost(signal))
    this.reader = {
      onOpen: ({ location }) => {
        if (location) this.named(location.run_id)
        this.watch.sign()
        this.isUnheard = false
        tools.onReconnecting(null)
        listener.onStreaming()
      },
      onHeartbeat: () => this.heard(),
      onEvent: (event) => this.take(event),
    }
  }

  async toItsEnd(): Promise<FollowEnd> {
    const { start } = this.target
    if (start) {
      const problem = await this.create(start)
      if (problem) return problem
    } else await this.join()
    while (this.run_id) {
      const params = { thread_id: this.target.thread_id, run_id: this.run_id }
      let reads = 0
      const record = await readPatiently(this.tools, () => {
        reads += 1
        return readFollowedRun(this.tools, params, reads)
      })
      this.tools.signal.throwIfAborted()
      this.heard()
      if (!record || !isActive(record)) return { kind: 'ended', record }
      // The server has just come back: its first answer leads straight to the stream. Reading has waited already.
      if (reads === 1 && !this.isBack) await this.waitToJoin(record)
      this.isBack = false
      await this.join()
    }
    return { kind: 'failed', error: new Error('The server did not name the run.') }
  }

  /** Sends the POST and reads its stream. @returns why there is no run, if there is none */
  private async create(start: NonNullable<FollowTarget['start']>): Promise<FollowEnd | null> {
    const { tools } = this
    const { thread_id } = this.target
    let failure: Error | null = null
    try {
      await this.watch.watched((signal) =>
        startRunStream(
          tools.transport,
          { thread_id, body: start.body },
          { ...this.reader, signal },
        ),
      )
    } catch (error) {
      if (tools.signal.aborted) return { kind: 'aborted' }
      this.isBack = error instanceof SilentStream && error.wasAsked
      failure = asError(error)
    }
    if (this.run_id) return null
    // The answer was lost, perhaps after the server had made the run: our mark tells.
    const isUncertain = failure === null || isTransient(failure)
    const made = isUncertain ? await findSubmitted(tools, thread_id, start.submission_id) : null
    if (!made) return { kind: 'refused', error: failure ?? new Error('The server made no run.') }
    this.named(made.run_id)
    return null
  }

  private async join(): Promise<void> {
    const { thread_id, log, isBound } = this.target
    const { run_id, tools } = this
    if (!run_id) return
    // Without ids nothing can be told apart: what is half-streamed goes, and comes whole again.
    if (log.lastId === null && log.count > 0) this.listener.onReplay()
    const from = { thread_id, run_id, last_event_id: log.lastId ?? '-1' }
    const bound = isBound && { cancel_on_disconnect: true }
    try {
      await this.watch.watched((signal) =>
        joinRunStream(tools.transport, { ...from, ...bound }, { ...this.reader, signal }),
      )
    } catch (error) {
      if (tools.signal.aborted) throw error
      if (error instanceof SilentStream) this.isBack = error.wasAsked
      else if (!canBeJoinedAgain(error)) throw error
    }
  }

  private async waitToJoin(record: Run): Promise<void> {
    const { signal } = this.tools
    this.attempt += 1
    await this.lookedInVain(record)
    signal.throwIfAborted()
    const longest = this.silence.isTold() ? silentRetryMs : undefined
    await waitForRetry(this.tools, this.attempt, longest)
    signal.throwIfAborted()
  }

  private take(event: RunEvent): void {
    const { log } = this.target
    this.heard()
    if (event.event === 'metadata') {
      const metadata = RunMetadataData.safeParse(event.data)
      if (metadata.success) this.named(metadata.data.run_id)
    }
    if (!log.accept(event, this.tools.clock.now())) return
    this.attempt = 0
    this.somethingCame()
    this.listener.onEvent(event)
  }

  /** The first name counts: an event must not lead to another run than the answer's own header. */
  private named(run_id: string): void {
    if (this.run_id) return
    this.run_id = run_id
    this.listener.onRunId(run_id)
  }

  /**
   * A stream is given up when the run has ended, or when a join can go on without loss; a stream without
   * ids cannot, and one that the run is bound to must not, since leaving would cancel the run.
   */
  private async isLost(signal: AbortSignal): Promise<boolean> {
    const { thread_id, log, isBound } = this.target
    const { run_id } = this
    if (!run_id) return false
    const seen = log.count
    const canGoOn = () => log.count === seen && log.lastId !== null && !isBound
    try {
      const record = await readFollowedRun({ ...this.tools, signal }, { thread_id, run_id }, 1)
      if (log.count !== seen) return false
      if (!record || !isActive(record)) return true
      await this.lookedInVain(record)
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || error.kind !== 'network') throw error
      if (log.count === seen) this.unheard()
    }
    return canGoOn()
  }

  /** Until there is a sign of life, what the run does is not known. */
  private unheard(): void {
    this.isUnheard = true
    this.tools.onReconnecting({ attempt: 1, retryAt: null })
  }

  private heard(): void {
    this.watch.sign()
    if (!this.isUnheard) return
    this.isUnheard = false
    this.tools.onReconnecting(null)
  }

  /** Nothing of the run came: that is told once it lasts, and at once where it waits again after it had begun. */
  private async lookedInVain({ status }: Run): Promise<void> {
    const { log } = this.target
    if (status === 'pending' && log.count > 0) {
      return this.listener.onSilence(this.silence.putBack(this.tools.clock.now()))
    }
    if (status !== 'running') return
    const seen = log.count
    // After one break the stream itself tells what is new.
    const hasMoved = this.silence.hasLooked() && (await this.listener.hasMoved())
    if (log.count !== seen) return
    if (hasMoved) return this.somethingCame()
    const told = this.silence.lookedInVain(this.tools.clock.now())
    if (told) this.listener.onSilence(told)
  }

  private somethingCame(): void {
    if (this.silence.broken(this.tools.clock.now())) this.listener.onSilence(null)
  }
}

/** A break of the connection says nothing about the run: it is read next. */
function canBeJoinedAgain(error: unknown): boolean {
  const isGone = error instanceof ApiError && error.status === 404
  // The page of a network that wants a login, or of a proxy.
  const isOther = error instanceof ApiError && error.kind === 'shape'
  return isGone || isOther || isTransient(error)
}

async function findSubmitted(
  tools: RetryTools,
  thread_id: string,
  submission_id: string,
): Promise<Run | null> {
  const runs = await readPatiently(tools, () => readRuns(tools.transport, thread_id, tools.signal))
  return runs.find((run) => run.metadata?.[submissionKey] === submission_id) ?? null
}
