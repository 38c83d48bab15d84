import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { foldState } from '../conversation/conversation.ts'
import { isFork } from '../conversation/is-fork.ts'
import { answeredIds } from '../conversation/runs/sent-messages.ts'
import { asError, isAborted } from '../thrown.ts'
import type { RunFollower } from './following/run-follower.ts'
import { leaveIfDeleted } from './lost-thread.ts'
import { readPatiently, readRuns, readState } from './server-reads.ts'
import { nextActive, type SessionContext, trackedFrom, withRecords } from './session-context.ts'
import type { SessionSnapshot, TrackedRun } from './session-types.ts'

/** Reads a thread and puts it on the screen. */
export interface ThreadReader {
  /**
   * Reads state and runs and joins an active run; true when they could be read. A quiet read shows
   * nothing of its own, nor its failure.
   */
  read(isQuiet: boolean): Promise<boolean>
  /** Reads the runs only: what waits may have changed in another tab. */
  readQueue(): Promise<void>
}

export function createThreadReader(context: SessionContext, follower: RunFollower): ThreadReader {
  const { store, patch, options, history } = context

  function listRuns(thread_id: string, signal: AbortSignal): Promise<Run[]> {
    return readPatiently(context.retryTools(signal), () =>
      readRuns(options.transport, thread_id, signal),
    )
  }

  /** A long list of runs takes many requests: what was said can be read before they are here. */
  function showEarly(state: ThreadState): void {
    if (store.current().opening !== 'reading' || follower.isFollowing()) return
    store.update((snapshot) => ({
      ...snapshot,
      state,
      conversation: foldState(snapshot.conversation, state, { run_id: null, at: null }),
    }))
    store.flush()
  }

  /** Nothing of it is on the screen yet, and its graph cannot be asked. The read of the state goes on meanwhile. */
  async function showKept(thread_id: string, signal: AbortSignal): Promise<void> {
    const isWanted = () =>
      !signal.aborted && store.current().opening === 'reading' && !follower.isFollowing()
    if (!isWanted()) return
    const { readKeptThread } = await import('./kept-thread.ts')
    const kept = await readKeptThread(context, thread_id, signal)
    if (!kept || !isWanted()) return
    patch({ kept: kept.state })
    show(kept.records, kept.state)
    const active = nextActive(kept.records)
    if (active) void follower.join(active)
  }

  async function readBoth(thread_id: string, signal: AbortSignal) {
    const tools = context.retryTools(signal)
    const early = readState(tools, thread_id, () => void showKept(thread_id, signal))
    early.then(
      (state) => signal.aborted || showEarly(state),
      // The same promise is awaited below, which reports it.
      () => {},
    )
    const [records, first] = await Promise.all([listRuns(thread_id, signal), early])
    // A run that ended between the two reads is not in that state yet.
    const last = records.findLast((record) => record.status !== 'pending')
    const isFromLast = !last || first.metadata?.run_id === last.run_id
    return { records, state: isFromLast ? first : await readState(tools, thread_id) }
  }

  function show(records: readonly Run[], state: ThreadState): void {
    store.update((snapshot) => {
      const next = openedSnapshot(snapshot, records, state)
      return withRecords(next, records, state, history)
    })
    store.flush()
  }

  return {
    async read(isQuiet) {
      const signal = context.signal()
      const { thread_id } = store.current()
      if (!thread_id) {
        patch({ opening: 'open' })
        store.flush()
        return true
      }
      if (!isQuiet) patch({ opening: 'reading', error: null })
      store.flush()
      try {
        const { records, state } = await readBoth(thread_id, signal)
        // A run that was started meanwhile knows better.
        if (signal.aborted || follower.isFollowing()) {
          patch({ opening: 'open' })
          return true
        }
        const { kept, state: before } = store.current()
        show(records, state)
        // What else asked the graph meanwhile was refused as well.
        if (kept && kept === before && history.getSnapshot().error) void history.refresh()
        const active = nextActive(records)
        if (active) void follower.join(active)
        else if (onlyHistoryTells(records, store.current())) void history.refresh()
        return true
      } catch (error) {
        if (isAborted(error, signal)) return false
        // One that was never read here may be none at all: that is for the page to say, unless it goes on from there.
        const wasHere = isQuiet || store.current().state !== null || options.onThreadLost
        if (wasHere && (await leaveIfDeleted(context, error))) return true
        if (!isQuiet) patch({ opening: 'failed', error: asError(error) })
        store.flush()
        return false
      }
    },
    async readQueue() {
      const signal = context.signal()
      const { thread_id } = store.current()
      if (!thread_id) return
      try {
        const records = await readRuns(options.transport, thread_id, signal)
        store.update((snapshot) => withRecords(snapshot, records, snapshot.state, history))
      } catch (error) {
        // Somebody else's change: the end of the present run reads the list again.
        await leaveIfDeleted(context, error)
      }
    },
  }
}

/**
 * Whether only checkpoints tell which run made which answer: branches show answers of different runs at one place, and
 * an agent that rewrites what was said leaves nothing by which a run's message could be known.
 */
function onlyHistoryTells(records: readonly Run[], { conversation }: SessionSnapshot): boolean {
  const isUnknown = conversation.messages.some(({ kind, run_id }) => kind === 'ai' && !run_id)
  return records.some(isFork) || (records.length > 0 && isUnknown)
}

/** The snapshot once a thread was read, but for which run made what. */
function openedSnapshot(
  snapshot: SessionSnapshot,
  records: readonly Run[],
  state: ThreadState,
): SessionSnapshot {
  const { conversation, viewing } = snapshot
  const unknown = { run_id: null, at: null }
  return {
    ...snapshot,
    opening: 'open',
    state,
    run: lastRun(snapshot, records, state),
    conversation: viewing
      ? conversation
      : foldState(conversation, state, unknown, answeredIds(records)),
    error: null,
  }
}

/** The run that went last, with what only watching could tell of it. */
function lastRun(
  { run, ownCancels, records: known }: SessionSnapshot,
  records: readonly Run[],
  state: ThreadState,
): TrackedRun | null {
  const last = records.findLast((record) => record.status !== 'pending')
  if (!last) return run?.outcome === 'rolled_back' ? run : null
  const tracked = trackedFrom(last, state, ownCancels.includes(last.run_id))
  if (last.run_id !== run?.run_id) {
    return run?.outcome === 'rolled_back' && isOlder(last, run, known) ? run : tracked
  }
  const { cancel, failure, startedAt, endedAt, before } = run
  return { ...tracked, cancel, failure, startedAt, endedAt, before }
}

/** A run that is gone stays the last one until another begins: what became of it is still news. */
function isOlder(record: Run, gone: TrackedRun, before: readonly Run[]): boolean {
  if (before.some(({ run_id, status }) => run_id === record.run_id && !isActive({ status })))
    return true
  const created = gone.record?.created_at
  return created !== undefined && Date.parse(record.created_at) < Date.parse(created)
}
