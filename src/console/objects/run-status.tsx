import { activeLooks, outcomeLooks } from '../../chat/conversation/runs/outcome-looks.ts'
import { runOutcome } from '../../chat/conversation/runs/run-outcome.ts'
import type { Run } from '../../contract/agent-server/runs.ts'
import { StatusPill, type Tone } from '../../ui/page/status-pill.tsx'

const reasons: Record<string, string> = {
  cancelled: 'by request',
  disconnected: 'its client went away',
  replaced: 'a later run replaced it',
  deadline: 'its time was up',
  lost: 'its executor was lost',
}

type RunStatusProps = {
  run: Run
  /** The run left a question open that waits for a person. */
  hasQuestion?: boolean
}

/** Where a run stands, in the words that the chat uses too. */
export function RunStatus({ run, hasQuestion = false }: RunStatusProps) {
  const { tone, words } = look(run, hasQuestion)
  return <StatusPill tone={tone}>{words}</StatusPill>
}

/** The same in words alone. */
export const runWords = (run: Run, hasQuestion: boolean) => look(run, hasQuestion).words

function look(run: Run, hasQuestion: boolean): { tone: Tone; words: string } {
  if (run.status === 'pending') return activeLooks.pending
  const outcome = runOutcome({ record: run })
  if (outcome === 'active') return activeLooks.running
  if (outcome === 'other') return { tone: 'idle', words: run.status }
  // A question that is still open is more than the bare statuses can tell.
  const isPause = hasQuestion && !run.end_reason && ['success', 'interrupted'].includes(run.status)
  return outcomeLooks[isPause ? 'paused' : outcome]
}

/** Why a run ended before its end, in words; null where nothing more is known than its status says. */
export function endReason(run: Run): string | null {
  if (!run.end_reason || run.end_reason === 'failed') return null
  return reasons[run.end_reason] ?? run.end_reason
}
