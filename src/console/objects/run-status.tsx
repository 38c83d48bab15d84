import { activeLooks, breakLook, outcomeLooks } from '../../chat/conversation/runs/outcome-looks.ts'
import { runOutcome } from '../../chat/conversation/runs/run-outcome.ts'
import type { Run } from '../../contract/agent-server/runs.ts'
import type { FoundRun } from '../../contract/search/run-search.ts'
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
  rest?: RunRest
}

/** How a run left its thread, where that is the last word of it: with a question to a person, or at a break point. */
export type RunRest = 'question' | 'break' | null

/** Where a run stands, in the words that the chat uses too. */
export function RunStatus({ run, rest = null }: RunStatusProps) {
  const { tone, words } = look(run, rest)
  return <StatusPill tone={tone}>{words}</StatusPill>
}

/** The same in words alone. */
export const runWords = (run: Run, rest: RunRest) => look(run, rest).words

/** The rest of a run that a search has found. */
export const restOfFound = ({ needs_you, is_at_break }: FoundRun): RunRest =>
  needs_you ? 'question' : is_at_break ? 'break' : null

function look(run: Run, rest: RunRest): { tone: Tone; words: string } {
  if (run.status === 'pending') return activeLooks.pending
  const outcome = runOutcome({ record: run })
  if (outcome === 'active') return activeLooks.running
  if (outcome === 'other') return { tone: 'idle', words: run.status }
  // A question that is still open is more than the bare statuses can tell.
  const hasStopped = Boolean(run.end_reason) || !['success', 'interrupted'].includes(run.status)
  if (rest === null || hasStopped) return outcomeLooks[outcome]
  return rest === 'question' ? outcomeLooks.paused : breakLook
}

/** Why a run ended before its end, in words; null where nothing more is known than its status says. */
export function endReason(run: Run): string | null {
  if (!run.end_reason || run.end_reason === 'failed') return null
  return reasons[run.end_reason] ?? run.end_reason
}
