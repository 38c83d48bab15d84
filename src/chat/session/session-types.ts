import type { Transport } from '../../client/api.ts'
import type { FeedbackTarget } from '../../client/feedback.ts'
import type { Command } from '../../contract/agent-server/command.ts'
import type { MultitaskStrategy, StreamMode } from '../../contract/agent-server/run-request.ts'
import type { CancelAction, Run } from '../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import type { Breakpoints } from '../breakpoints/breakpoints.ts'
import type { ThreadHistory } from '../checkpoints/thread-history.ts'
import type { Clock, ScheduleFrame } from '../clock.ts'
import type { foldEvent } from '../conversation/conversation.ts'
import type { Conversation, RunFailure } from '../conversation/conversation-types.ts'
import type { EventLog } from '../conversation/event-log.ts'
import type { RollbackProof } from '../conversation/runs/rollback-proof.ts'
import type { RunOutcome } from '../conversation/runs/run-outcome.ts'
import type { FeedbackKeyMap } from '../votes/feedback-keys.ts'
import type { FeedbackStore } from '../votes/feedback-store.ts'
import type { ActionEntry } from './action-history.ts'
import type { Silence } from './following/silence.ts'
import type { Reconnecting } from './server-reads.ts'
import type { ThreadChannel } from './thread-channel.ts'

export interface RunSessionOptions {
  /** The agent server. */
  readonly transport: Transport
  /** null: the thread is made by the first submit. */
  readonly thread_id: string | null
  /** Asked for with every run (§2.5); empty means no votes. */
  readonly feedbackKeys?: readonly string[]
  /** True where the server makes no addresses for votes: runs are not asked for them, addresses come with a vote. */
  readonly keepsVotes?: boolean
  /** Why no run can be rolled back here, in a sentence; null or absent where nothing speaks against it. */
  readonly rollbackRefusal?: string | null
  /** Where votes go: the tracing service and the only origin that a feedback URL may have. */
  readonly feedback?: FeedbackTarget | null
  /** Which of two feedback keys is for which direction, where their names do not tell. */
  readonly feedbackKeyMap?: FeedbackKeyMap | undefined
  readonly streamModes?: readonly StreamMode[]
  /** How a run's events are read; as runs of this protocol when absent. */
  readonly fold?: typeof foldEvent
  /** Told once, when the first submit has made the thread. */
  onThreadCreated?(thread_id: string): void
  /** Told when the thread turned out to be deleted: the session is that of a new one from then on. */
  onThreadLost?(): void
  /** Told when a run was created, ended or is gone: what other screens show has changed. */
  onRunsChanged?(): void
  readonly clock?: Clock
  readonly scheduleFrame?: ScheduleFrame
  readonly random?: () => number
  readonly newId?: () => string
  /** How other tabs hear of changes to the thread; null when absent. */
  readonly channel?: ThreadChannel | null
  /**
   * How long a stream may be silent before the run is looked at, in milliseconds; null for never.
   * 25 s when absent: servers that send heartbeats do so more often.
   */
  readonly idleMs?: number | null
}

/**
 * What a run is to do: a message in words or in content parts, any input, or a command such as the
 * answer to a question.
 */
export type Work =
  | { readonly text: string }
  | { readonly parts: readonly ContentPart[] }
  | { readonly input: unknown }
  | { readonly command: Readonly<Command> }

/** A piece of a message's content, in the words of the wire. */
export type ContentPart = { readonly type: string } & Readonly<Record<string, unknown>>

export type LeavePolicy = 'continue' | 'cancel'

export interface SubmitOptions {
  readonly assistant_id: string
  /** What a lost connection does to the run; `continue` when absent. */
  readonly onDisconnect?: LeavePolicy
  /** What happens to an active run; `enqueue` when absent. */
  readonly multitaskStrategy?: MultitaskStrategy
  /** Where to go on from instead of the newest checkpoint: the run begins a branch. */
  readonly checkpoint_id?: string | null
  /** The assistant's own configuration is used where this says nothing. Its `context` is the run's. */
  readonly config?: Readonly<Record<string, unknown>>
  readonly breakpoints?: Breakpoints
}

/** `ok: false` means that no run exists: the text belongs back in the box. */
export type SubmitResult =
  | { readonly ok: true; readonly run_id: string }
  | { readonly ok: false; readonly error: Error }

/** Of the stream, not of the run: what the session is doing. */
export type StreamStatus = 'idle' | 'connecting' | 'streaming' | 'ended' | 'failed'

/**
 * A cancel on its way: waiting for the run's id, sent, accepted by the server, and proven by a read of
 * the run. `missed`: the run had ended by itself. `not_removed`: stopped, but a roll-back left it there.
 */
export type CancelStage =
  | 'queued'
  | 'asked'
  | 'accepted'
  | 'verified'
  | 'missed'
  | 'not_removed'
  | 'failed'

export interface CancelRequest {
  readonly action: CancelAction
  readonly stage: CancelStage
  /** Set once a roll-back is verified. */
  readonly proof: RollbackProof | null
  readonly askedAt: number
  readonly acceptedAt: number | null
  readonly verifiedAt: number | null
  readonly error: Error | null
}

/** A run that this session has followed, or knows from the thread's list. */
export interface TrackedRun {
  /** null until the server has named it. */
  readonly run_id: string | null
  readonly assistant_id: string | null
  /** What this page started it with; absent for a run of somebody else. */
  readonly input?: unknown
  readonly record: Run | null
  readonly outcome: RunOutcome
  readonly failure: RunFailure | null
  readonly cancel: CancelRequest | null
  readonly onDisconnect: LeavePolicy
  /** True while its stream is being read, or is about to be again. */
  readonly isFollowed: boolean
  /** The server says that it is not over, and nothing of it comes; null while something does. */
  readonly silence: Silence | null
  /** By this browser's clock; null when it was not watched from the start. */
  readonly startedAt: number | null
  readonly endedAt: number | null
  /** The thread's state when the run was started; null when this session was not there. */
  readonly before: ThreadState | null
}

/** An input on its way to the server. */
export interface SentInput {
  readonly key: string
  readonly input: unknown
}

export interface SessionSnapshot {
  readonly thread_id: string | null
  readonly opening: 'closed' | 'reading' | 'open' | 'failed'
  readonly status: StreamStatus
  readonly reconnecting: Reconnecting | null
  /** The run that the conversation's end belongs to: followed now, or the last one. */
  readonly run: TrackedRun | null
  /** Runs that wait behind it, oldest first. */
  readonly queued: readonly Run[]
  /** What was sent behind them and has not been answered yet, by whether it is one of them: the inputs, oldest first. */
  readonly sending: readonly SentInput[]
  /** Cancels of queued runs, by run id. */
  readonly queuedCancels: Readonly<Record<string, CancelRequest>>
  /** Every run of the thread as last read, oldest first. */
  readonly records: readonly Run[]
  readonly conversation: Conversation
  /** The newest state of the thread. */
  readonly state: ThreadState | null
  /** That state as far as its thread keeps it, shown while the graph cannot be asked; an older one when `state` is another. */
  readonly kept: ThreadState | null
  /** An earlier state that the conversation shows instead of the newest; sending goes on from it. */
  readonly viewing: ThreadState | null
  /** Runs that this session asked to cancel: some servers report them as failed. */
  readonly ownCancels: readonly string[]
  /** What the current run's stream brought; `eventCount` tells when it has grown. */
  readonly log: EventLog
  readonly eventCount: number
  /** What kept the thread from opening, or the session from following its run. */
  readonly error: Error | null
  /** What a roll-back removed goes back into an empty box: a message's text, or an input that had none. */
  readonly returned: {
    readonly text: string
    readonly input?: unknown
    readonly serial: number
  } | null
  /** The thread that stood here was deleted; what is sent next begins a new one. */
  readonly isLost: boolean
  /** Its id and those of its messages and questions: forms within them may hold words. */
  readonly lost: readonly string[]
  /** What was asked of the server and what came of it, oldest first. */
  readonly actions: readonly ActionEntry[]
}

/** One thread and what runs on it. A plain object: React only subscribes. */
export interface RunSession {
  subscribe(listener: () => void): () => void
  getSnapshot(): SessionSnapshot
  /** Reads state and runs, and joins a run that is active. Never rejects: see `opening` and `error`. */
  open(): Promise<void>
  /** Reads again what may have changed elsewhere; does nothing while a run is followed. */
  refresh(): Promise<void>
  /** Starts a run; the POST is sent once and never again. Never rejects. */
  submit(work: Work, options: SubmitOptions): Promise<SubmitResult>
  /** Listens to an existing run, from its first event on. */
  join(run_id: string): Promise<void>
  /** Stops listening; the run goes on, unless it is bound to this connection. */
  detach(): void
  /** Cancels and keeps what was done (§3). Without an id: the current run. */
  interrupt(run_id?: string): Promise<void>
  /** Cancels and deletes the run with its checkpoints (§3). */
  rollback(run_id?: string): Promise<void>
  /** Deletes the current run, which the server says is running and does not stop. */
  discard(): Promise<void>
  /** Tries at once instead of waiting for the next attempt, and once more what has failed. */
  retryNow(): void
  /** Shows the thread as it was at a checkpoint; null goes back to the newest. Rejects when it cannot be read. */
  view(checkpoint_id: string | null): Promise<void>
  /** Changes the state, as a new checkpoint behind `checkpoint_id` or the newest. Rejects with the server's words. */
  updateState(change: StateChange): Promise<void>
  /** Puts a queued run at the front: those before it are cancelled and sent again. Rejects with a sentence. */
  moveToFront(run_id: string): Promise<void>
  readonly transport: Transport
  readonly history: ThreadHistory
  /** Leaves: stops every reader and timer. `open` starts over. */
  close(): void
  readonly feedback: FeedbackStore | null
  readonly feedbackKeys: readonly string[]
  /** See `RunSessionOptions.keepsVotes`. */
  readonly keepsVotes: boolean
  /** See `RunSessionOptions.rollbackRefusal`. */
  readonly rollbackRefusal: string | null
}

/** An edit of a thread's state, as if the node `as_node` had written `values`. */
export interface StateChange {
  readonly values: unknown
  readonly as_node?: string | null
  readonly checkpoint_id?: string | null
}
