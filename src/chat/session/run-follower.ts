import { FeedbackUrls, type RunEvent } from '../../contract/agent-server/run-events.ts'
import type { RunCreate } from '../../contract/agent-server/run-request.ts'
import type { Run } from '../../contract/agent-server/runs.ts'
import { foldEvent } from '../conversation/conversation.ts'
import { EventLog } from '../conversation/event-log.ts'
import { forgetStreamed } from '../conversation/runs/conversation-runs.ts'
import { asError, type FollowEnd, type FollowTarget, followRun } from './follow-run.ts'
import { joinedSnapshot } from './join-run.ts'
import { leaveIfDeleted } from './lost-thread.ts'
import { settleRun } from './read-after-run.ts'
import { readProgress } from './read-progress.ts'
import type { SessionContext } from './session-context.ts'
import type { SubmitResult } from './session-types.ts'

/** Events of a join that come within this time are told from memory: their times say nothing. */
const replayMs = 400
/** Servers that send heartbeats do so every few seconds. */
const usualIdleMs = 25_000

/** Follows one run at a time and settles it by reading. */
export interface RunFollower {
  /** True from the first request of a run until its state is read. */
  isFollowing(): boolean
  /** True while a stream is read, or about to be again. */
  isListening(): boolean
  /** Creates the run and follows it; resolves as soon as it is known whether there is one. */
  start(
    ensureThread: () => Promise<string>,
    body: RunCreate,
    submission_id: string,
  ): Promise<SubmitResult>
  join(run: Run | { run_id: string }): Promise<void>
  /** Stops listening; before the run has a name this waits, so that it is not lost. */
  detach(): void
  /** A read of the run has said that it is over, whether its state is read by now or not. */
  isOver(run_id: string): boolean
  /** Resolves when no run is being settled. */
  whenSettled(): Promise<void>
  /** The run is over (null: gone): reads the state, and goes on to the next run in line. */
  settle(run_id: string, record: Run | null): Promise<void>
  /** The network or the tab came back: a stream that has been silent is looked at now. */
  lookAgain(): void
  /** Called with the run's id once it is known, for a stop that was pressed before. */
  onNamed: ((run_id: string) => void) | null
}

export function createFollower(context: SessionContext): RunFollower {
  const { store, patch, patchRun, clock, options } = context
  let reader: AbortController | null = null
  let wantsDetach = false
  let lookAgain: () => void = () => {}
  const settling = new Map<string, Promise<void>>()

  function openReader(): AbortController {
    reader?.abort()
    const controller = new AbortController()
    const life = context.signal()
    if (life.aborted) controller.abort()
    life.addEventListener('abort', () => controller.abort(), { signal: controller.signal })
    reader = controller
    wantsDetach = false
    return controller
  }

  async function follow(
    controller: AbortController,
    target: FollowTarget,
    onNamed?: (run_id: string) => void,
  ): Promise<FollowEnd> {
    const isJoin = target.start === null
    let liveFrom: number | null = isJoin && target.log.count === 0 ? null : 0
    const tools = {
      ...context.retryTools(controller.signal),
      idleMs: options.idleMs === undefined ? usualIdleMs : options.idleMs,
      onLook(look: () => void) {
        lookAgain = look
      },
    }
    const end = await followRun(tools, target, {
      onStreaming() {
        liveFrom ??= clock.now() + replayMs
        patch({ status: 'streaming' })
        store.flush()
      },
      onRunId(run_id) {
        patchRun({ run_id })
        store.flush()
        onNamed?.(run_id)
        follower.onNamed?.(run_id)
        context.changed()
        if (wantsDetach) follower.detach()
      },
      onEvent(event) {
        const now = clock.now()
        fold(event, liveFrom !== null && now >= liveFrom ? now : null, target.log)
      },
      onReplay() {
        store.update((snapshot) => ({
          ...snapshot,
          conversation: forgetStreamed(snapshot.conversation),
        }))
      },
      hasMoved: () => readProgress(context, controller.signal, target.log),
      onSilence(silence) {
        patchRun({ silence })
        store.flush()
      },
    })
    if (reader === controller) reader = null
    // Nothing reads any more: the listener on the session's signal leaves, one for each run otherwise.
    controller.abort()
    return end
  }

  function fold(event: RunEvent, at: number | null, log: EventLog): void {
    const run_id = store.current().run?.run_id ?? null
    if (event.event === 'feedback' && run_id) {
      const urls = FeedbackUrls.safeParse(event.data)
      if (urls.success) context.feedback?.offer(run_id, urls.data)
    }
    store.update((snapshot) => ({
      ...snapshot,
      eventCount: log.count,
      conversation: foldEvent(snapshot.conversation, event, { run_id, at }),
    }))
  }

  async function conclude(end: FollowEnd, run_id: string | null): Promise<void> {
    if (end.kind === 'ended' && run_id) return follower.settle(run_id, end.record)
    if (end.kind === 'failed' && !(await leaveIfDeleted(context, end.error))) {
      patch({ status: 'failed', error: end.error, reconnecting: null })
      patchRun({ isFollowed: false })
      store.flush()
    }
  }

  async function settleOnce(run_id: string, read: Run | null): Promise<void> {
    const next = await settleRun(context, run_id, read)
    if (next && next.run_id !== run_id && !reader) void follower.join(next)
  }

  const follower: RunFollower = {
    onNamed: null,
    isFollowing: () => reader !== null || settling.size > 0,
    isListening: () => reader !== null,
    lookAgain: () => lookAgain(),
    async start(ensureThread, body, submission_id) {
      const controller = openReader()
      let thread_id: string
      try {
        thread_id = await ensureThread()
      } catch (error) {
        if (reader === controller) reader = null
        return { ok: false, error: asError(error) }
      }
      return new Promise((resolve) => {
        const target: FollowTarget = {
          thread_id,
          run_id: null,
          start: { body, submission_id },
          isBound: body.on_disconnect === 'cancel',
          log: store.current().log,
        }
        const named = (run_id: string) => resolve({ ok: true, run_id })
        void follow(controller, target, named).then((end) => {
          if (end.kind === 'refused') return resolve({ ok: false, error: end.error })
          const run_id = store.current().run?.run_id ?? null
          if (end.kind === 'ended' && run_id) resolve({ ok: true, run_id })
          // Of a run without a name nobody can say what came of it.
          const error =
            end.kind === 'failed'
              ? end.error
              : end.kind === 'ended'
                ? new Error('The server did not tell which run it made.')
                : new DOMException('We left.', 'AbortError')
          resolve({ ok: false, error })
          return conclude(end, run_id)
        })
      })
    },
    async join(run) {
      const { thread_id } = store.current()
      if (!thread_id) return
      const controller = openReader()
      const log = new EventLog()
      store.update((snapshot) => ({ ...joinedSnapshot(snapshot, run), log, eventCount: 0 }))
      store.flush()
      const isBound = store.current().run?.onDisconnect === 'cancel'
      const target = { thread_id, run_id: run.run_id, start: null, isBound, log }
      await conclude(await follow(controller, target), run.run_id)
    },
    detach() {
      if (!reader) return
      const { run } = store.current()
      if (run && run.run_id === null && !context.signal().aborted) {
        wantsDetach = true
        return
      }
      reader.abort()
      reader = null
      patch({ status: 'idle', reconnecting: null })
      patchRun({ isFollowed: false, silence: null })
    },
    isOver(run_id) {
      const { run } = store.current()
      return settling.has(run_id) || (run?.run_id === run_id && run.outcome !== 'active')
    },
    async whenSettled() {
      await Promise.all(settling.values())
    },
    async settle(run_id, record) {
      const pending = settling.get(run_id)
      if (pending || follower.isOver(run_id)) return pending
      const { run } = store.current()
      if (run?.run_id === run_id && reader) {
        reader.abort()
        reader = null
      }
      const work = settleOnce(run_id, record).finally(() => settling.delete(run_id))
      settling.set(run_id, work)
      return work
    },
  }
  return follower
}
