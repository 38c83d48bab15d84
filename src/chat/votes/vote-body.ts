import type { FeedbackSubmission } from '../../contract/tracing/feedback.ts'

/** What a person adds to a vote. */
export interface VoteDetail {
  readonly comment?: string
  /** The answer as it should have been. */
  readonly correction?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** What a person added to a vote, as it is sent. */
export function bodyOf({ comment, correction, metadata }: VoteDetail): FeedbackSubmission {
  return {
    ...(comment && { comment }),
    ...(correction && { correction: { output: correction } }),
    ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
  }
}

/** A stored correction as the text that it stands for; null for what is no text. */
export function correctionText(correction: unknown): string | null {
  if (typeof correction === 'string') return correction
  const { output } = (correction ?? {}) as { output?: unknown }
  return typeof output === 'string' ? output : null
}
