import { type FeedbackSubmission, submitFeedback } from '../contract/tracing/feedback.ts'
import type { VotedRun } from '../contract/tracing/feedback-tokens.ts'
import { call, type Transport } from './api.ts'
import { ApiError } from './api-error.ts'

/** Where feedback may go: the tracing service of a connection. */
export interface FeedbackTarget {
  transport: Transport
  /** Origin of the tracing service; a pre-signed address of any other is refused. */
  allowedOrigin: string
  /**
   * Where the votes of another server are kept: what they are told with of a run, which is not known here. Null where it
   * cannot be told.
   */
  aboutOf?: (run_id: string) => Promise<VotedRun | null>
}

/**
 * Sends feedback to the pre-signed address that came with a run (§4.3), through the tracing transport
 * and without a credential (§5.4). Each call that arrives is a vote of its own.
 * @throws ApiError: `shape` when the address does not belong to the tracing service (nothing was sent);
 *   see `isTransient` for the others. Or the signal's reason.
 */
export async function sendFeedback(
  { transport, allowedOrigin }: FeedbackTarget,
  url: string,
  submission: FeedbackSubmission,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const token_id = feedbackTokenOf(url, allowedOrigin)
  if (token_id === null) {
    throw new ApiError({
      endpoint: submitFeedback.name,
      kind: 'shape',
      message:
        'The feedback address is not one of this connection’s tracing service; nothing was sent.',
    })
  }
  await call(transport, submitFeedback, { params: { token_id }, body: submission, signal })
}

/** The token of a pre-signed address, or null unless it is exactly what the tracing service gives out (§2.6). */
function feedbackTokenOf(text: string, allowedOrigin: string): string | null {
  if (!URL.canParse(text) || !URL.canParse(allowedOrigin)) return null
  const url = new URL(text)
  if (url.origin !== new URL(allowedOrigin).origin) return null
  if (url.username || url.password || url.search || url.hash) return null
  // The service may be below a path; where the token is sent is the transport's to know.
  const path = /^(?:\/[A-Za-z0-9._~-]+)*\/api\/v1\/feedback\/tokens\/([A-Za-z0-9._~-]{1,200})$/
  return path.exec(url.pathname)?.[1] ?? null
}
