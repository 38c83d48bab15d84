import { ApiError } from '../../client/api-error.ts'
import { readRun } from '../../client/cancel-run.ts'
import { isTransient } from '../../client/is-transient.ts'
import { joinRunStream, startRunStream } from '../../client/run-stream.ts'
import { type RunEvent, RunMetadataData } from '../../contract/agent-server/run-events.ts'
import type { RunCreate } from '../../contract/agent-server/run-request.ts'
import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import type { EventLog } from '../conversation/event-log.ts'
import {
  isAborted,
  type RetryTools,
  readPatiently,
  readRuns,
  waitForRetry,
} from './server-reads.ts'
import { createSilenceWatch, type Silence } from './silence.ts'
import { createStreamWatch, SilentStream } from './watch-stream.ts'

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
  /** The server says that the run is running and nothing of it comes; null: something came again. */
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
    return await follow(tools, target, listener)
  } catch (error) {
    if (isAborted(error, tools.signal)) return { kind: 'aborted' }
    return { kind: 'failed', error: asError(error) }
  }
}

async function follow(
  tools: FollowTools,
  target: FollowTarget,
  listener: FollowListener,
): Promise<FollowEnd> {
  const { thread_id, log } = target
  let run_id = target.run_id
  let attempt = 0
  /** The network or the tab came back, and the stream of before is left. */
  let isBack = false

  // The first name counts: an event must not lead to another run than the answer's own header.
  const named = (id: string) => {
    if (run_id) return
    run_id = id
    listener.onRunId(id)
  }
  const silence = createSilenceWatch(tools.clock.now())
  const { sign, watched } = createStreamWatch(tools, isLost)
  const reader = {
    onHeartbeat: sign,
    onEvent(event: RunEvent) {
      sign()
      if (event.event === 'metadata') {
        const metadata = RunMetadataData.safeParse(event.data)
        if (metadata.success) named(metadata.data.run_id)
      }
      if (!log.accept(event, tools.clock.now())) return
      attempt = 0
      somethingCame()
      listener.onEvent(event)
    },
  }
  const opened = () => {
    sign()
    tools.onReconnecting(null)
    listener.onStreaming()
  }

  if (target.start) {
    const { body, submission_id } = target.start
    try {
      await watched((signal) =>
        startRunStream(
          tools.transport,
          { thread_id, body },
          {
            ...reader,
            signal,
            onOpen({ location }) {
              if (location) named(location.run_id)
              opened()
            },
          },
        ),
      )
    } catch (error) {
      if (tools.signal.aborted) return { kind: 'aborted' }
      isBack = error instanceof SilentStream && error.wasAsked
      if (!run_id) {
        // The answer was lost, perhaps after the server had made the run: our mark tells.
        const made = isTransient(error)
          ? await findSubmitted(tools, thread_id, submission_id)
          : null
        if (!made) return { kind: 'refused', error: asError(error) }
        named(made.run_id)
      }
    }
    if (!run_id) {
      const made = await findSubmitted(tools, thread_id, submission_id)
      if (!made) return { kind: 'refused', error: new Error('The server made no run.') }
      named(made.run_id)
    }
  } else if (run_id) {
    await join(run_id)
  }
  while (run_id) {
    const params: { thread_id: string; run_id: string } = { thread_id, run_id }
    let reads = 0
    const record = await readPatiently(tools, () => {
      reads += 1
      return readRun(tools, params)
    })
    tools.signal.throwIfAborted()
    if (!record || !isActive(record)) return { kind: 'ended', record }
    // The server has just come back: its first answer leads straight to the stream. Reading has waited already.
    if (reads > 1 || isBack) {
      isBack = false
      await join(run_id)
      continue
    }
    attempt += 1
    await lookedInVain(record)
    tools.signal.throwIfAborted()
    await waitForRetry(tools, attempt, silence.isTold() ? silentRetryMs : undefined)
    tools.signal.throwIfAborted()
    await join(run_id)
  }
  return { kind: 'failed', error: new Error('The server did not name the run.') }

  /**
   * A stream is given up when the run has ended, or when a join can go on without loss; a stream without
   * ids cannot, and one that the run is bound to must not, since leaving would cancel the run.
   */
  async function isLost(signal: AbortSignal): Promise<boolean> {
    if (!run_id) return false
    const seen = log.count
    const record = await readRun({ transport: tools.transport, signal }, { thread_id, run_id })
    if (log.count !== seen) return false
    if (!record || !isActive(record)) return true
    await lookedInVain(record)
    return log.count === seen && log.lastId !== null && !target.isBound
  }

  /** The run is at work as the server says, and nothing of it came: that is told once it lasts. */
  async function lookedInVain({ status }: Run): Promise<void> {
    if (status !== 'running') return
    const seen = log.count
    // After one break the stream itself tells what is new.
    const hasMoved = silence.hasLooked() && (await listener.hasMoved())
    if (log.count !== seen) return
    if (hasMoved) return somethingCame()
    const told = silence.lookedInVain(tools.clock.now())
    if (told) listener.onSilence(told)
  }

  function somethingCame(): void {
    if (silence.broken(tools.clock.now())) listener.onSilence(null)
  }

  async function join(id: string): Promise<void> {
    // Without ids nothing can be told apart: what is half-streamed goes, and comes whole again.
    if (log.lastId === null && log.count > 0) listener.onReplay()
    try {
      await watched((signal) =>
        joinRunStream(
          tools.transport,
          {
            thread_id,
            run_id: id,
            last_event_id: log.lastId ?? '-1',
            ...(target.isBound && { cancel_on_disconnect: true }),
          },
          { ...reader, signal, onOpen: opened },
        ),
      )
    } catch (error) {
      if (tools.signal.aborted) throw error
      if (error instanceof SilentStream) {
        isBack = error.wasAsked
        return
      }
      const isGone = error instanceof ApiError && error.status === 404
      // The page of a network that wants a login, or of a proxy, says nothing about the run.
      const isOther = error instanceof ApiError && error.kind === 'shape'
      if (!isGone && !isOther && !isTransient(error)) throw error
    }
  }
}

async function findSubmitted(
  tools: RetryTools,
  thread_id: string,
  submission_id: string,
): Promise<Run | null> {
  const runs = await readPatiently(tools, () => readRuns(tools.transport, thread_id, tools.signal))
  return runs.find((run) => run.metadata?.[submissionKey] === submission_id) ?? null
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
