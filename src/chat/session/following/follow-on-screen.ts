import { FeedbackUrls, type RunEvent } from '../../../contract/agent-server/run-events.ts'
import { foldEvent } from '../../conversation/conversation.ts'
import type { EventLog } from '../../conversation/event-log.ts'
import { forgetStreamed } from '../../conversation/runs/conversation-runs.ts'
import { readProgress } from '../read-progress.ts'
import type { SessionContext } from '../session-context.ts'
import type { SessionSnapshot } from '../session-types.ts'
import { type FollowEnd, type FollowTarget, followRun } from './follow-run.ts'

/** Events of a join that come within this time are told from memory: their times say nothing. */
const replayMs = 400
/** Servers that send heartbeats do so every few seconds. */
const usualIdleMs = 25_000

interface ScreenListener {
  /** Receives a way to look at a silent stream at once. */
  onLook(look: () => void): void
  /** The run's id, once it is shown. */
  onNamed(run_id: string): void
}

/** Follows a run to its end and shows what comes: its id, its events, its silence. Never rejects. */
export function followOnScreen(
  context: SessionContext,
  signal: AbortSignal,
  target: FollowTarget,
  { onLook, onNamed }: ScreenListener,
): Promise<FollowEnd> {
  const { store, patch, patchRun, clock, options } = context
  const isJoin = target.start === null
  let liveFrom: number | null = isJoin && target.log.count === 0 ? null : 0
  const idleMs = options.idleMs === undefined ? usualIdleMs : options.idleMs
  return followRun({ ...context.retryTools(signal), idleMs, onLook }, target, {
    onStreaming() {
      liveFrom ??= clock.now() + replayMs
      patch({ status: 'streaming' })
      store.flush()
    },
    onRunId(run_id) {
      patchRun({ run_id })
      store.flush()
      onNamed(run_id)
    },
    onEvent(event) {
      const now = clock.now()
      takeIn(context, event, liveFrom !== null && now >= liveFrom ? now : null, target.log)
    },
    onReplay() {
      store.update((snapshot) => ({
        ...snapshot,
        conversation: forgetStreamed(snapshot.conversation),
      }))
    },
    hasMoved: () => readProgress(context, signal, target.log),
    onSilence(silence) {
      patchRun({ silence })
      store.flush()
    },
  })
}

/** Shows what an event tells. @param at when it came; null when it is told from memory */
function takeIn(context: SessionContext, event: RunEvent, at: number | null, log: EventLog): void {
  const { store, feedback, options } = context
  const fold = options.fold ?? foldEvent
  const run_id = store.current().run?.run_id ?? null
  if (event.event === 'feedback' && run_id) {
    const urls = FeedbackUrls.safeParse(event.data)
    if (urls.success) feedback?.offer(run_id, urls.data)
  }
  const isAtWork = at !== null && !toldOfWaiting.includes(event.event)
  store.update((snapshot) => ({
    ...snapshot,
    eventCount: log.count,
    run: isAtWork ? begunToWork(snapshot.run) : snapshot.run,
    conversation: fold(snapshot.conversation, event, { run_id, at }),
  }))
}

/** Kinds that some servers send of a run that waits. */
const toldOfWaiting = ['metadata', 'feedback']

/** A run that was read while it waited, and of which something came since. */
function begunToWork(run: SessionSnapshot['run']): SessionSnapshot['run'] {
  if (run?.record?.status !== 'pending') return run
  return { ...run, record: { ...run.record, status: 'running' } }
}
