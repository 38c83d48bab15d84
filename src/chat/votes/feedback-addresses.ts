import { call } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { type FeedbackTarget, sendFeedback } from '../../client/feedback.ts'
import type { FeedbackUrls } from '../../contract/agent-server/run-events.ts'
import type { FeedbackSubmission } from '../../contract/tracing/feedback.ts'
import {
  createFeedbackTokens,
  type FeedbackToken,
  listFeedbackTokens,
} from '../../contract/tracing/feedback-tokens.ts'
import { now } from '../../ui/format/now.ts'

/** Pre-signed addresses by run. They stay inside: whoever has one can vote. */
export interface FeedbackAddresses {
  /** The addresses of a run's own `feedback` event (§2.6). */
  offer(run_id: string, urls: FeedbackUrls): void
  /** Sends to the run's address of a key; one that ran out is renewed, once, where the server lets us. */
  send(run_id: string, key: string, submission: FeedbackSubmission): Promise<void>
}

/** @param lifetime how long an address lasts that is made here; absent: as the server has it */
export function createFeedbackAddresses(
  target: FeedbackTarget,
  lifetime?: { days: number },
): FeedbackAddresses {
  const urls = new Map<string, FeedbackUrls>()

  const keep = (run_id: string, offered: FeedbackUrls) =>
    urls.set(run_id, { ...urls.get(run_id), ...offered })

  async function listed(run_id: string, key: string, refused: string | null) {
    const tokens = await call(target.transport, listFeedbackTokens, { query: { run_id } })
    const usable = tokens.filter((token) => token.feedback_key && !hasRunOut(token))
    keep(run_id, Object.fromEntries(usable.map((token) => [token.feedback_key, token.url])))
    const url = usable.findLast((token) => token.feedback_key === key)?.url
    return url && url !== refused ? url : null
  }

  async function renewed(run_id: string, key: string): Promise<string | null> {
    const about = await target.aboutOf?.(run_id)
    const answer = await call(target.transport, createFeedbackTokens, {
      body: {
        run_id,
        feedback_key: key,
        ...(lifetime && { expires_in: lifetime }),
        ...(about && { about }),
      },
    })
    const token = [answer].flat()[0]
    if (!token) return null
    keep(run_id, { [key]: token.url })
    return token.url
  }

  async function freshUrl(run_id: string, key: string, refused: string | null): Promise<string> {
    try {
      const url = (await listed(run_id, key, refused)) ?? (await renewed(run_id, key))
      if (url) return url
    } catch (error) {
      // A server that neither lists nor renews: that is what has to be said, not its 404.
      if (!(error instanceof ApiError) || error.kind !== 'http' || error.status >= 500) throw error
    }
    throw new Error(
      refused
        ? 'The feedback address of this run has run out, and this connection’s key cannot renew it.'
        : 'This run has no feedback address for the key any more.',
    )
  }

  return {
    offer: keep,
    async send(run_id, key, submission) {
      const known = urls.get(run_id)?.[key] ?? null
      const url = known ?? (await freshUrl(run_id, key, null))
      try {
        await sendFeedback(target, url, submission)
      } catch (error) {
        const isExpired = error instanceof ApiError && [401, 403, 404, 410].includes(error.status)
        if (!isExpired) throw error
        await sendFeedback(target, await freshUrl(run_id, key, url), submission)
      }
    },
  }
}

function hasRunOut({ expires_at }: FeedbackToken): boolean {
  const at = Date.parse(expires_at)
  return Number.isFinite(at) && at <= now()
}
