import { breakLook, outcomeLooks } from '../../chat/conversation/runs/outcome-looks.ts'
import type { Thread } from '../../contract/agent-server/threads.ts'
import { StatusPill, type Tone } from '../../ui/page/status-pill.tsx'
import type { RunRest } from './run-status.tsx'

const known: Record<string, { tone: Tone; words: string }> = {
  idle: { tone: 'idle', words: 'Idle' },
  busy: { tone: 'run', words: 'Busy' },
  interrupted: { tone: 'warn', words: 'Interrupted' },
  error: { tone: 'bad', words: 'Failed' },
}

/** What a list of threads is narrowed down to by a status of the API: in the words of the rows that are left then. */
export function threadStatusWords(status: string): string {
  if (status === 'interrupted') return 'Needs you, stopped, timed out or paused'
  return known[status]?.words ?? status
}

/** True while the thread waits for a person's answer, which “interrupted” alone does not say. */
function hasQuestion(thread: Pick<Thread, 'status' | 'interrupts'>): boolean {
  return thread.status === 'interrupted' && Object.keys(thread.interrupts ?? {}).length > 0
}

/** How the last run of a thread left it, where the server lists questions. */
export function restOfThread(thread: Pick<Thread, 'status' | 'interrupts' | 'summary'>): RunRest {
  if (hasQuestion(thread)) return 'question'
  const isBreak =
    thread.status === 'interrupted' && thread.interrupts && !thread.summary?.end_reason
  return isBreak ? 'break' : null
}

/**
 * What a thread waits for. “interrupted” is told apart: a question to a person, or a run that ended before
 * its end, stopped or at a break point; where the server does not list the questions it stays as it is.
 */
export function ThreadStatus(props: {
  thread: Pick<Thread, 'status' | 'interrupts' | 'summary'>
  isCompact?: boolean
}) {
  const { tone, words } = look(props.thread)
  return (
    <StatusPill tone={tone} isCompact={props.isCompact}>
      {words}
    </StatusPill>
  )
}

/** The same in words alone. */
export const threadWords = (thread: Parameters<typeof look>[0]) => look(thread).words

function look(thread: Pick<Thread, 'status' | 'interrupts' | 'summary'>): {
  tone: Tone
  words: string
} {
  const rest = restOfThread(thread)
  if (rest) return rest === 'question' ? outcomeLooks.paused : breakLook
  const { end_reason: reason } = thread.summary ?? {}
  if (thread.status === 'interrupted' && reason) {
    return reason === 'deadline' ? outcomeLooks.timed_out : outcomeLooks.stopped
  }
  return known[thread.status] ?? { tone: 'idle', words: thread.status }
}
