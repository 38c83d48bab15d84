import type { Session } from '../../../../contract/qa/sessions.ts'
import { tokensText } from '../../results/figures.ts'
import { timeLeftWords } from '../time-left.ts'

type SessionProgressProps = {
  session: Session
  /** Milliseconds; null while it is not known. */
  leftMs: number | null
}

/** How far a session is, in a line with a bar. */
export function SessionProgress({ session, leftMs }: SessionProgressProps) {
  const { attempts, ended_attempts, caps, tokens, status, judged, to_judge } = session
  const isRunning = status === 'running'
  const words = [
    isRunning && `${caps.at_once} at once`,
    isRunning && leftMs !== null && timeLeftWords(leftMs),
    tokenWords(tokens ?? 0, caps.tokens ?? null),
    judged > 0 && `${judged} of ${to_judge} judged by you`,
  ].filter(Boolean)
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1.5">
      <progress
        aria-label="Attempts that have ended"
        max={Math.max(1, attempts)}
        value={ended_attempts}
        className={`block h-1 min-w-40 flex-1 appearance-none overflow-hidden rounded-[2px] bg-line [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:transition-[width] ${isRunning ? '[&::-moz-progress-bar]:bg-run [&::-webkit-progress-value]:bg-run' : '[&::-moz-progress-bar]:bg-ink-3 [&::-webkit-progress-value]:bg-ink-3'}`}
      />
      <p className="text-ink-2 text-sm tabular-nums">
        <span className="font-strong text-ink">
          {ended_attempts.toLocaleString('en')} of {attempts.toLocaleString('en')}
        </span>{' '}
        attempts{words.length > 0 && ` · ${words.join(' · ')}`}
      </p>
    </div>
  )
}

/** Servers that tell no usage have none to speak of. */
function tokenWords(used: number, cap: number | null): string | null {
  if (cap !== null) return `${tokensText(used)} of ${tokensText(cap)} tokens`
  return used > 0 ? `${tokensText(used)} tokens` : null
}
