import type { ToldSpan } from '../../executor/protocol/told-work.ts'
import type { RunRow } from '../run-row.ts'

/** Where runs and what they did are told as traces. */
export interface RunTraces {
  /** What executors are to tell of their runs. */
  readonly wanted: 'spans' | 'contents'
  /** Never throws. */
  span(run: RunRow, span: ToldSpan): void
  /** Of a run that has ended: `error` is the name of what it ended with. Never throws. */
  run(run: RunRow, end: { error: string | null; at: Date }): void
  /** Sends what is left, for a moment. */
  stop(): Promise<void>
}
