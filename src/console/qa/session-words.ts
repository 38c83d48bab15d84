import type { SessionStatus } from '../../contract/qa/sessions.ts'
import type { Tone } from '../../ui/page/status-pill.tsx'

/** How the status of a session is shown. */
export const statusLooks: Record<SessionStatus, { tone: Tone; words: string }> = {
  running: { tone: 'run', words: 'Running' },
  paused: { tone: 'warn', words: 'Paused' },
  done: { tone: 'ok', words: 'Done' },
  cancelled: { tone: 'idle', words: 'Cancelled' },
  closed: { tone: 'idle', words: 'Closed' },
}

/** Some names as they are said: “Ines”, “Ines and Tomas”, “Ines, Tomas and 3 others”. */
export function namesInWords(names: readonly string[]): string {
  const [first = '', second = '', ...others] = names
  if (names.length < 2) return first
  if (others.length === 0) return `${first} and ${second}`
  return `${first}, ${second} and ${others.length === 1 ? others[0] : `${others.length} others`}`
}
