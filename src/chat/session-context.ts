import { call } from '../client/api.ts'
import type { Run } from '../contract/runs.ts'
import { getThreadState, type ThreadState } from '../contract/threads.ts'
import { attributeRuns } from './attribute-runs.ts'
import { browserFrame, type Clock, systemClock } from './clock.ts'
import { emptyConversation } from './conversation-types.ts'
import { EventLog } from './event-log.ts'
import { createFeedbackStore, type FeedbackStore } from './feedback-store.ts'
import { runOutcome } from './run-outcome.ts'
import { type RetryTools, readPatiently, readRuns } from './server-reads.ts'
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
  patch(change: Partial<SessionSnapshot>): void
  patchRun(change: Partial<TrackedRun>): void
  /** Tools for patient reads that stop with the signal. */
  retryTools(signal: AbortSignal): RetryTools
  /** Cuts the present wait for a reconnection short. */
  wake(): void
}

export function createSessionContext(options: RunSessionOptions): SessionContext {
  const clock = options.clock ?? systemClock
  const random = options.random ?? Math.random
  const store = createSnapshotStore<SessionSnapshot>(
    {
      thread_id: options.thread_id,
      opening: 'closed',
      status: 'idle',
      reconnecting: null,
      run: null,
      queued: [],
      queuedCancels: {},
      records: [],
      ownCancels: [],
      conversation: emptyConversation,
      state: null,
      log: new EventLog(),
      eventCount: 0,
      error: null,
      returned: null,
    },
    options.scheduleFrame ?? browserFrame,
  )
  const patch = (change: Partial<SessionSnapshot>) =>
    store.update((snapshot) => ({ ...snapshot, ...change }))
  let wake: () => void = () => {}
  return {
    options,
    clock,
    newId: options.newId ?? (() => crypto.randomUUID()),
    store,
    feedback: options.feedback ? createFeedbackStore(options.feedback) : null,
    patch,
    patchRun: (change) =>
      store.update((snapshot) => ({
        ...snapshot,
        run: snapshot.run && { ...snapshot.run, ...change },
      })),
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

/** The thread's runs and then its state, in this order: a run that had ended is in the state. */
export async function readThread(
  { options }: SessionContext,
  thread_id: string,
  tools: RetryTools,
): Promise<{ records: Run[]; state: ThreadState }> {
  const { transport } = options
  const { signal } = tools
  const records = await readPatiently(tools, () => readRuns(transport, thread_id, signal))
  const state = await readPatiently(tools, () =>
    call(transport, getThreadState, { params: { thread_id }, signal }),
  )
  return { records, state }
}

/** What a read of the list of runs changes: the queue, and which run made which message. */
export function withRecords(
  snapshot: SessionSnapshot,
  records: readonly Run[],
  state: ThreadState | null,
): SessionSnapshot {
  const { conversation, run } = snapshot
  const messages = attributeRuns(conversation.messages, records, state)
  const queued = records.filter(
    (record) => record.status === 'pending' && record.run_id !== run?.run_id,
  )
  return {
    ...snapshot,
    records,
    queued,
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
    startedAt: null,
    endedAt: null,
  }
}

/** The run to listen to next: the one at work, else the one that has waited longest. */
export function nextActive(records: readonly Run[]): Run | undefined {
  return (
    records.find((record) => record.status === 'running') ??
    records.find((record) => record.status === 'pending')
  )
}
