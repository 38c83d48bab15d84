import type { Marks } from '../../contract/qa/reviews.ts'

/** What a reviewer said of a case, by target instead of by side. */
export interface VerdictRow {
  case_index: number
  reviewer: string
  /** Of each target of the session, in its order. */
  marks: [Marks] | [Marks, Marks]
  /** The better target, or neither. */
  better: '0' | '1' | 'tie' | 'bad' | null
  /** Of each target the attempt that the reviewer read; null where none had ended. */
  attempt_ids: (string | null)[]
  /** Which target stood on the left. */
  left_target: 0 | 1
  note: string
  tags: string[]
  correction: string
  /** How long the case was before the reviewer's eyes. */
  seconds: number
  at: Date
}
