import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import type { ParentMessage } from '../../../executor/protocol/messages.ts'
import type { Enclosed } from '../../../isolation/isolation.ts'

/** How a process ended: it never began, or with an exit code or a signal. */
export type LineEnd = { error: Error } | { code: number | null; signal: NodeJS.Signals | null }

/** What comes over a line. Each is called from an event of the process, never while it is opened. */
export interface LineListener {
  /** Whatever the process sent: user code may share the line, so it is checked by the receiver. */
  onMessage(message: unknown): void
  /** The line cannot be understood any more: the process has to end. In a sentence. */
  onBroken(problem: string): void
  /** Once. */
  onEnd(end: LineEnd): void
}

export interface LineProgress {
  whole: number
  begun: number
}

/** A child process of an executor and the way to speak with it, whatever language it is written in. */
export interface ExecutorLine {
  /** Null when it could not be started. */
  readonly pid: number | null
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  /** How far it was read: how many messages were whole, and of how many bytes the next one is there. */
  progress(): LineProgress
  /** Sends in order. A process that cannot be reached any more is ended. */
  send(message: ParentMessage): void
  /** Ends the process with all that it started, as far as the system lets us find that. */
  kill(): void
}

/**
 * How a program ended: a shell that it was enclosed with tells a signal as a code, as every shell does.
 */
export function endOf(
  { parent }: Pick<Enclosed, 'parent'>,
  code: number | null,
  signal: NodeJS.Signals | null,
): LineEnd {
  if (parent === null || code === null || code <= shellSignals) return { code, signal }
  const found = Object.entries(constants.signals).find(
    ([, number]) => number === code - shellSignals,
  )
  return found ? { code: null, signal: found[0] as NodeJS.Signals } : { code, signal }
}

const shellSignals = 128
