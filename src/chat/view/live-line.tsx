import { useMemo } from 'react'
import { isActive } from '../../contract/agent-server/runs.ts'
import { formatLiveDuration } from '../../ui/format/format-duration.ts'
import { useNow } from '../../ui/format/use-now.ts'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import type { Conversation } from '../conversation/conversation-types.ts'
import { leastWatchedMs } from '../conversation/parts/usage.ts'
import { activeLooks } from '../conversation/runs/outcome-looks.ts'
import { silenceWords } from '../session/following/silence.ts'
import type { Reconnecting } from '../session/server-reads.ts'
import type { TrackedRun } from '../session/session-types.ts'

type LiveLineProps = {
  run: TrackedRun
  conversation: Conversation
  reconnecting: Reconnecting | null
  onRetryNow: () => void
}

/** What the run at work is doing: the node, since when, how fast. */
export function LiveLine({ run, conversation, reconnecting, onRetryNow }: LiveLineProps) {
  const now = useNow('second')
  const step = conversation.steps.findLast((item) => item.status === 'running')
  const since = step?.startedAt ?? run.startedAt
  // Once a second: a number that changes with each piece of text cannot be read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only time makes it new
  const pace = useMemo(() => speed(conversation), [now, conversation.pace === null])
  const facts = [since === null ? null : formatLiveDuration(Math.max(0, now - since)), pace].filter(
    (fact) => fact !== null,
  )
  if (reconnecting && !run.silence) {
    return (
      <div className="mt-2.5 flex flex-wrap items-center gap-2 text-sm leading-5">
        <StatusPill tone="warn">Reconnecting…</StatusPill>
        <span className="text-ink-3">{meanwhile(run)}</span>
        {reconnecting.retryAt !== null && (
          <button
            type="button"
            onClick={onRetryNow}
            className="min-h-6 cursor-pointer rounded-sm text-accent hover:underline"
          >
            Try now
          </button>
        )}
      </div>
    )
  }
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-2 text-run text-sm leading-5">
      <StatusPill tone={run.cancel || run.silence ? 'warn' : 'run'}>
        {liveWord(run, step?.node)}
      </StatusPill>
      {facts.length > 0 && run.silence?.status !== 'pending' && (
        <span className="text-ink-3 tabular-nums">{facts.join(' · ')}</span>
      )}
    </div>
  )
}

/** What is known of a run while nothing of it can be heard. */
function meanwhile({ run_id, record, onDisconnect }: TrackedRun): string {
  if (run_id === null) return 'Whether the message got through is not known yet.'
  if (record && !isActive(record)) return 'The run has ended; what it left could not be read yet.'
  return onDisconnect === 'cancel'
    ? 'The run is bound to this page: the server cancels it when the connection is lost.'
    : 'The run does not need this page: it goes on as long as its server is there.'
}

function liveWord(run: TrackedRun, node: string | undefined): string {
  if (run.cancel && run.cancel.stage !== 'failed') {
    return run.cancel.action === 'rollback' ? 'Rolling back…' : 'Stopping…'
  }
  if (!run.isFollowed) return 'Running, not listening'
  if (run.silence) return silenceWords[run.silence.status]
  if (run.run_id === null) return 'Sending…'
  return node ?? (run.record?.status === 'pending' ? activeLooks.pending.words : 'Working')
}

/** Less text than this says nothing about the speed. */
const minCharacters = 60

/** What the server counts as tokens where it tells; else the letters that came. */
function speed({ pace }: Conversation): string | null {
  if (!pace || pace.characters < minCharacters || pace.lastAt - pace.firstAt < leastWatchedMs)
    return null
  const seconds = (pace.lastAt - pace.firstAt) / 1000
  if (pace.tokens !== null) return `${Math.round(pace.tokens / seconds)} tokens/s`
  return `${Math.round(pace.characters / seconds)} characters/s`
}
