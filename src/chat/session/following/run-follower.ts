import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { EventLog } from '../../conversation/event-log.ts'
import { asError } from '../../thrown.ts'
import { joinedSnapshot } from '../join-run.ts'
import { leaveIfDeleted } from '../lost-thread.ts'
import { settleRun } from '../read-after-run.ts'
import type { SessionContext } from '../session-context.ts'
import type { SubmitResult } from '../session-types.ts'
import { followOnScreen } from './follow-on-screen.ts'
import type { FollowEnd, FollowTarget } from './follow-run.ts'

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
  const { store, patch, patchRun } = context
  let reader: AbortController | null = null
  let wantsDetach = false
  let lookAgain: () => void = () => {}
  const settling = new Map<string, Promise<void>>()

  function openReader(): AbortController {
    reader?.abort()
    reader = abortedWith(context.signal())
    wantsDetach = false
    return reader
  }

  async function follow(
    controller: AbortController,
    target: FollowTarget,
    onNamed?: (run_id: string) => void,
  ): Promise<FollowEnd> {
    const end = await followOnScreen(context, controller.signal, target, {
      onLook(look) {
        lookAgain = look
      },
      onNamed(run_id) {
        onNamed?.(run_id)
        follower.onNamed?.(run_id)
        context.changed()
        if (wantsDetach) follower.detach()
      },
    })
    if (reader === controller) reader = null
    // Nothing reads any more: the listener on the session's signal leaves, one for each run otherwise.
    controller.abort()
    return end
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
        const log = store.current().log
        const isBound = body.on_disconnect === 'cancel'
        const start = { body, submission_id }
        const target = { thread_id, run_id: null, start, isBound, log }
        const named = (run_id: string) => resolve({ ok: true, run_id })
        void follow(controller, target, named).then((end) => {
          const run_id = store.current().run?.run_id ?? null
          resolve(resultOf(end, run_id))
          return conclude(end, run_id)
        })
      })
    },
    async join(run) {
      const { thread_id } = store.current()
      if (!thread_id) return
      const controller = openReader()
      const target = joinTarget(context, thread_id, run)
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

/** Aborted when `life` is; whoever is done with it aborts it, and it lets go of `life`. */
function abortedWith(life: AbortSignal): AbortController {
  const controller = new AbortController()
  if (life.aborted) controller.abort()
  life.addEventListener('abort', () => controller.abort(), { signal: controller.signal })
  return controller
}

/** Shows a run that is to be joined from its first event on. */
function joinTarget(
  { store }: SessionContext,
  thread_id: string,
  run: Run | { run_id: string },
): FollowTarget {
  const log = new EventLog()
  store.update((snapshot) => ({ ...joinedSnapshot(snapshot, run), log, eventCount: 0 }))
  store.flush()
  const isBound = store.current().run?.onDisconnect === 'cancel'
  return { thread_id, run_id: run.run_id, start: null, isBound, log }
}

/** Whether following has found a run. Of one without a name nobody can say what came of it. */
function resultOf(end: FollowEnd, run_id: string | null): SubmitResult {
  if (end.kind === 'refused' || end.kind === 'failed') return { ok: false, error: end.error }
  if (end.kind === 'aborted')
    return { ok: false, error: new DOMException('We left.', 'AbortError') }
  return run_id
    ? { ok: true, run_id }
    : { ok: false, error: new Error('The server did not tell which run it made.') }
}
