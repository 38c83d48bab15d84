import { newId } from '../../client/new-id.ts'
import { isHeld, type Run } from '../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { createThreadHistory, type ThreadHistory } from '../checkpoints/thread-history.ts'
import { type Clock, systemClock } from '../clock.ts'
import { emptyConversation } from '../conversation/conversation-types.ts'
import { EventLog } from '../conversation/event-log.ts'
import { attributeRuns } from '../conversation/runs/attribute-runs.ts'
import { type RunOutcome, runOutcome } from '../conversation/runs/run-outcome.ts'
import { createFeedbackStore, type FeedbackStore } from '../votes/feedback-store.ts'
import { sendAgain } from '../votes/send-again.ts'
import { type ActionEntry, type AskedAction, asked, noted } from './action-history.ts'
import { browserFrame } from './browser-frame.ts'
import { submissionKey } from './following/follow-run.ts'
import type { RetryTools } from './server-reads.ts'
import type {
  LeavePolicy,
  RunSessionOptions,
  SessionSnapshot,
  TrackedRun,
} from './session-types.ts'
import { createSnapshotStore, type SnapshotStore } from './snapshot-store.ts'

/** What the parts of a session share. */
export interface SessionContext {
  readonly options: RunSessionOptions
  readonly clock: Clock
  readonly newId: () => string
  readonly store: SnapshotStore<SessionSnapshot>
  readonly feedback: FeedbackStore | null
  readonly history: ThreadHistory
  /** Aborted while the session is closed. */
  signal(): AbortSignal
  /** Begins a new life, whose signal is not aborted yet. */
  live(): void
  leave(): void
  patch(change: Partial<SessionSnapshot>): void
  patchRun(change: Partial<TrackedRun>): void
  /** Writes down that something was asked. */
  ask(action: AskedAction, run_id: string | null): void
  /** Writes down what came of the newest entry for which `isIt` holds. */
  note(isIt: (entry: ActionEntry) => boolean, change: Partial<ActionEntry>): void
  /** Runs began, ended or went: other screens and tabs read again. */
  changed(): void
  /** Tools for patient reads that stop with the signal. */
  retryTools(signal: AbortSignal): RetryTools
  /** Cuts the present wait for a reconnection short. */
  wake(): void
}

export function createSessionContext(options: RunSessionOptions): SessionContext {
  const clock = options.clock ?? systemClock
  const random = options.random ?? Math.random
  const store = createSnapshotStore<SessionSnapshot>(
    { ...emptySnapshot, thread_id: options.thread_id, log: new EventLog() },
    options.scheduleFrame ?? browserFrame,
  )
  const patch = (change: Partial<SessionSnapshot>) =>
    store.update((snapshot) => ({ ...snapshot, ...change }))
  let life = new AbortController()
  life.abort()
  let wake: () => void = () => {}
  const signal = () => life.signal
  const history = createThreadHistory({
    transport: options.transport,
    threadId: () => store.current().thread_id,
    signal,
    messageCount: () => store.current().conversation.messages.length,
  })
  // Who wrote what is certain once the checkpoints are known.
  history.subscribe(() =>
    store.update((snapshot) => withRecords(snapshot, snapshot.records, snapshot.state, history)),
  )
  const tellTabs = () => options.channel?.tell(threadName(options, store.current().thread_id))
  const feedback = options.feedback
    ? createFeedbackStore(options.feedback, {
        keyMap: options.feedbackKeyMap,
        onRecorded: tellTabs,
      })
    : null
  return {
    options,
    clock,
    newId: options.newId ?? newId,
    store,
    feedback,
    history,
    signal,
    live() {
      life = new AbortController()
      if (feedback) sendAgain(feedback, { clock, random, signal: life.signal })
    },
    leave: () => life.abort(),
    patch,
    patchRun: (change) =>
      store.update((snapshot) => ({
        ...snapshot,
        run: snapshot.run && { ...snapshot.run, ...change },
      })),
    ask(action, run_id) {
      patch({ actions: asked(store.current().actions, action, run_id, clock.now()) })
    },
    note(isIt, change) {
      patch({ actions: noted(store.current().actions, isIt, change) })
    },
    changed() {
      options.onRunsChanged?.()
      tellTabs()
    },
    retryTools: (signal) => ({
      transport: options.transport,
      clock,
      random,
      signal,
      onReconnecting(reconnecting) {
        patch({ reconnecting })
        store.flush()
      },
      onWait(next) {
        wake = next
      },
    }),
    wake: () => wake(),
  }
}

/** What tabs call a thread: ids of different servers may be alike. */
export function threadName({ transport }: RunSessionOptions, thread_id: string | null): string {
  return `${transport.baseUrl} ${thread_id ?? ''}`
}

/** Of a thread that nothing is known of. */
export const emptySnapshot: Omit<SessionSnapshot, 'log' | 'thread_id'> = {
  opening: 'closed',
  status: 'idle',
  reconnecting: null,
  run: null,
  queued: [],
  sending: [],
  queuedCancels: {},
  records: [],
  ownCancels: [],
  conversation: emptyConversation,
  state: null,
  kept: null,
  viewing: null,
  eventCount: 0,
  error: null,
  returned: null,
  isLost: false,
  lost: [],
  actions: [],
}

/** What a read of the list of runs changes: the queue, and which run made which message. */
export function withRecords(
  snapshot: SessionSnapshot,
  records: readonly Run[],
  state: ThreadState | null,
  history: ThreadHistory,
): SessionSnapshot {
  const { conversation, run, viewing } = snapshot
  const { authors } = history.getSnapshot()
  const messages = attributeRuns(conversation.messages, records, viewing ?? state, authors)
  const queued = records.filter(
    (record) => record.status === 'pending' && record.run_id !== run?.run_id,
  )
  const arrived = new Set(records.map(({ metadata }) => metadata?.[submissionKey]))
  return {
    ...snapshot,
    records,
    queued,
    sending: snapshot.sending.filter(({ key }) => !arrived.has(key)),
    conversation: messages === conversation.messages ? conversation : { ...conversation, messages },
  }
}

/** A run as first known from its record. */
export function trackedFrom(
  record: Run,
  state: ThreadState | null,
  isOwnCancel: boolean,
): TrackedRun {
  const onDisconnect: LeavePolicy =
    record.kwargs?.on_disconnect === 'cancel' || record.on_disconnect === 'cancel'
      ? 'cancel'
      : 'continue'
  return {
    run_id: record.run_id,
    assistant_id: record.assistant_id ?? null,
    record,
    outcome: runOutcome({ record, state, isOwnCancel }),
    failure: record.error ? { name: null, message: record.error } : null,
    cancel: null,
    onDisconnect,
    isFollowed: false,
    silence: null,
    startedAt: null,
    endedAt: null,
    before: null,
  }
}

/** The run to listen to next: the one at work, else the one that has waited longest for nothing but its turn. */
export function nextActive(records: readonly Run[]): Run | undefined {
  return (
    records.find((record) => record.status === 'running') ??
    records.find((record) => record.status === 'pending' && !isHeld(record))
  )
}

/** An ended run in a word, for the action history. */
export const outcomeWords: Record<RunOutcome, string> = {
  active: 'active',
  success: 'done',
  paused: 'waits for an answer',
  stopped: 'stopped',
  interrupted: 'interrupted',
  failed: 'failed',
  timed_out: 'timed out',
  rolled_back: 'gone',
  other: 'ended',
}
