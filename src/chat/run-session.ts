import { call } from '../client/api.ts'
import { type CancelAction, createRun } from '../contract/runs.ts'
import { createThread } from '../contract/threads.ts'
import { beginRun, foldState, withdrawSent } from './conversation.ts'
import { EventLog } from './event-log.ts'
import { asError, submissionKey } from './follow-run.ts'
import { createCanceller } from './run-canceller.ts'
import { createFollower } from './run-follower.ts'
import { defaultStreamModes, runBody, sentMessages } from './run-input.ts'
import { isAborted, isTransient, readPatiently, readRuns } from './server-reads.ts'
import {
  createSessionContext,
  nextActive,
  readThread,
  trackedFrom,
  withRecords,
} from './session-context.ts'
import type {
  RunSession,
  RunSessionOptions,
  SubmitOptions,
  SubmitResult,
  TrackedRun,
  Work,
} from './session-types.ts'

/**
 * A session on one thread: it submits, listens, reconnects, cancels and re-reads, and publishes what
 * is so. The server is the truth: a stream's end leads to a read of the run and of the state.
 */
export function createRunSession(options: RunSessionOptions): RunSession {
  const context = createSessionContext(options)
  const { store, patch, clock, feedback } = context
  let life = new AbortController()
  life.abort()
  const follower = createFollower(context, () => life.signal)
  const canceller = createCanceller(context, follower, () => life.signal)

  async function read(isQuiet: boolean): Promise<void> {
    const { signal } = life
    const { thread_id } = store.current()
    if (!thread_id) {
      patch({ opening: 'open' })
      return store.flush()
    }
    if (!isQuiet) patch({ opening: 'reading', error: null })
    store.flush()
    try {
      const { records, state } = await readThread(context, thread_id, context.retryTools(signal))
      // A run that was started meanwhile knows better.
      if (signal.aborted || follower.isFollowing()) return patch({ opening: 'open' })
      store.update((snapshot) => {
        const last = records.findLast((record) => record.status !== 'pending')
        const isOwn = last ? snapshot.ownCancels.includes(last.run_id) : false
        const isKnown = last !== undefined && last.run_id === snapshot.run?.run_id
        const run = last ? trackedFrom(last, state, isOwn) : null
        const folded = foldState(snapshot.conversation, state, { run_id: null, at: null })
        return withRecords(
          {
            ...snapshot,
            opening: 'open',
            state,
            run: isKnown && snapshot.run && run ? { ...run, ...pickSeen(snapshot.run) } : run,
            conversation: folded,
            error: null,
          },
          records,
          state,
        )
      })
      store.flush()
      const active = nextActive(records)
      if (active) void follower.join(active)
    } catch (error) {
      if (isAborted(error, signal)) return
      if (!isQuiet) patch({ opening: 'failed', error: asError(error) })
      store.flush()
    }
  }

  async function ensureThread(): Promise<string> {
    const known = store.current().thread_id
    if (known) return known
    const thread = await call(options.transport, createThread, { body: {}, signal: life.signal })
    patch({ thread_id: thread.thread_id })
    options.onThreadCreated?.(thread.thread_id)
    return thread.thread_id
  }

  async function submit(work: Work, submitOptions: SubmitOptions): Promise<SubmitResult> {
    const submission_id = context.newId()
    const body = runBody({
      work,
      options: submitOptions,
      feedbackKeys: options.feedbackKeys ?? [],
      streamModes: options.streamModes ?? defaultStreamModes,
      submission_id,
      message_id: context.newId(),
    })
    const before = store.current()
    if (before.run?.outcome === 'active' || before.queued.length > 0 || follower.isListening()) {
      return enqueue(body, submission_id)
    }
    const at = clock.now()
    const sent = 'command' in work ? [] : sentMessages(body.input)
    patch({
      status: 'connecting',
      error: null,
      log: new EventLog(),
      eventCount: 0,
      conversation: beginRun(before.conversation, sent, { run_id: null, at }),
      run: {
        run_id: null,
        assistant_id: submitOptions.assistant_id,
        record: null,
        outcome: 'active',
        failure: null,
        cancel: null,
        onDisconnect: submitOptions.onDisconnect ?? 'continue',
        isFollowed: true,
        startedAt: at,
        endedAt: null,
      },
    })
    store.flush()
    const result = await follower.start(ensureThread, body, submission_id)
    if (!result.ok && !life.signal.aborted) {
      store.update((snapshot) => ({
        ...snapshot,
        status: before.status === 'failed' ? 'idle' : before.status,
        reconnecting: null,
        run: before.run,
        log: before.log,
        eventCount: before.log.count,
        conversation: {
          ...withdrawSent(snapshot.conversation),
          interrupts: before.conversation.interrupts,
          next: before.conversation.next,
          steps: before.conversation.steps,
        },
      }))
      store.flush()
    }
    return result
  }

  /** While a run is active the new one is only created: its stream is joined when its turn comes. */
  async function enqueue(
    body: ReturnType<typeof runBody>,
    submission_id: string,
  ): Promise<SubmitResult> {
    const { signal } = life
    try {
      const thread_id = await ensureThread()
      const params = { thread_id }
      const created = await call(options.transport, createRun, { params, body, signal }).catch(
        async (error) => {
          if (isAborted(error, signal) || !isTransient(error)) throw error
          const tools = context.retryTools(signal)
          const runs = await readPatiently(tools, () =>
            readRuns(options.transport, thread_id, signal),
          )
          const made = runs.find((run) => run.metadata?.[submissionKey] === submission_id)
          if (!made) throw error
          return made
        },
      )
      store.update((snapshot) =>
        withRecords(
          snapshot,
          [...snapshot.records.filter((run) => run.run_id !== created.run_id), created],
          snapshot.state,
        ),
      )
      store.flush()
      options.onRunsChanged?.()
      void follower.whenSettled().then(async () => {
        if (!follower.isFollowing()) await read(true)
      })
      return { ok: true, run_id: created.run_id }
    } catch (error) {
      return { ok: false, error: asError(error) }
    }
  }

  async function cancel(action: CancelAction, run_id?: string): Promise<void> {
    const { run } = store.current()
    if (run_id && run_id !== run?.run_id) return canceller.cancelQueued(run_id, action)
    return canceller.cancelCurrent(action)
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    feedback,
    feedbackKeys: options.feedbackKeys ?? [],
    async open() {
      if (!life.signal.aborted) return
      life = new AbortController()
      await read(false)
    },
    async refresh() {
      if (life.signal.aborted || follower.isFollowing()) return
      await read(store.current().opening === 'open')
    },
    submit,
    async join(run_id) {
      follower.detach()
      const record = store.current().records.find((item) => item.run_id === run_id)
      await follower.join(record ?? { run_id })
    },
    detach() {
      const { run } = store.current()
      follower.detach()
      // A bound run is cancelled by our leaving: that too is only true once a read says so.
      if (run?.run_id && run.onDisconnect === 'cancel') void canceller.verifyLeft(run.run_id)
      store.flush()
    },
    interrupt: (run_id) => cancel('interrupt', run_id),
    rollback: (run_id) => cancel('rollback', run_id),
    retryNow: context.wake,
    close() {
      life.abort()
      follower.detach()
      patch({ opening: 'closed', status: 'idle', reconnecting: null })
      store.flush()
    },
  }
}

/** What only watching could tell about a run, for keeping it over a later read of its record. */
function pickSeen({ cancel, failure, startedAt, endedAt }: TrackedRun) {
  return { cancel, failure, startedAt, endedAt }
}
