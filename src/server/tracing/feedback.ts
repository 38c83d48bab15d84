import { randomUUID } from 'node:crypto'
import type { Feedback, FeedbackSubmission } from '../../contract/tracing/feedback.ts'
import type { FeedbackToken, FeedbackTokenRequest } from '../../contract/tracing/feedback-tokens.ts'
import type { Database, Queryable } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { tokenHash } from '../secrets/token-hash.ts'
import type { VoteClient } from '../vote-source.ts'
import { checkLimits, checkSize } from './feedback-limits.ts'
import { recordFeedback } from './feedback-store.ts'
import { handedOutToken, tokenOf } from './feedback-token.ts'
import { expiryOf } from './token-expiry.ts'
import { insertTokens, listTokens, lockToken, type TokenRow } from './token-store.ts'

/** Reusing a token that is about to end would hand out an address that works for a moment only. */
const reusableMs = 3_600_000

/** Tokens and what is submitted with them. */
export interface FeedbackService {
  /** In the order of the requests: all of them, or none and a 422. */
  createTokens(
    requests: FeedbackTokenRequest | FeedbackTokenRequest[],
    connection: string | null,
  ): Promise<FeedbackToken[]>
  /** Oldest first, expired ones too. */
  listTokens(
    of: { runId: string; connection: string | null },
    page: { limit: number; offset: number },
  ): Promise<FeedbackToken[]>
  /** One URL a key (§2.6); asked again, it answers the same ones. Without a deployment the run is gone: those that it left. */
  issueUrls(input: {
    run_id: string
    deployment_id: string | null
    keys: string[]
  }): Promise<Record<string, string>>
  /** §4.3. Throws 404 for an unknown token, 410 for one that ended, 422 for what it does not allow. */
  submit(token: string, submission: FeedbackSubmission, source: VoteSource): Promise<Feedback>
}

/** Kept with a vote: its kind, in the published words, and what is known of its way here. */
export interface VoteSource {
  type: 'api' | 'app'
  metadata: { method: string; origin: string | null; client: VoteClient | null }
}

/** Which deployment and revision a run belongs to; undefined for a run that is not of this server. */
export type FindRun = (
  db: Queryable,
  runId: string,
) => Promise<{ deployment_id: string; revision_id: string | null } | undefined>

export function createFeedbackService(deps: {
  database: Database
  secretBox: SecretBox
  /** {tracing_url}, without a slash at its end. */
  tracingUrl: string
  findRun: FindRun
  now: () => Date
}): FeedbackService {
  const { database, secretBox, tracingUrl, findRun, now } = deps
  const urlOf = (row: TokenRow) =>
    `${tracingUrl}/api/v1/feedback/tokens/${handedOutToken(secretBox, row)}`

  const present = (row: TokenRow): FeedbackToken => ({
    id: handedOutToken(secretBox, row),
    url: urlOf(row),
    expires_at: row.expires_at.toISOString(),
    feedback_key: row.feedback_key,
  })

  const newRow = (fields: Omit<TokenRow, 'id' | 'token_hash'>) => {
    const id = randomUUID()
    return { ...fields, id, token_hash: tokenHash(tokenOf(secretBox, id)) }
  }

  return {
    async createTokens(body, connection) {
      const at = now()
      const rows = [body].flat().map((request, index) => {
        const location = Array.isArray(body) ? ['body', index] : ['body']
        return newRow({
          run_id: request.run_id,
          // A bare agent server is listed as the one deployment of its connection, with that id.
          deployment_id: connection,
          connection_id: connection,
          feedback_key: request.feedback_key,
          feedback_config: request.feedback_config ?? null,
          about: request.about ?? null,
          expires_at: expiryOf(request, at, location),
        })
      })
      await database.transaction((tx) => insertTokens(tx, rows))
      return rows.map(present)
    },

    async listTokens(of, page) {
      return (await listTokens(database, of, page)).map(present)
    },

    async issueUrls({ run_id, deployment_id, keys }) {
      const at = now()
      return database.transaction(async (tx) => {
        const usable = (await listTokens(tx, { runId: run_id, connection: null }, null)).filter(
          (row) =>
            row.feedback_config === null && row.expires_at.getTime() - at.getTime() > reusableMs,
        )
        const byKey = new Map<string, TokenRow>(usable.map((row) => [row.feedback_key, row]))
        const fresh = [...new Set(deployment_id === null ? [] : keys)]
          .filter((key) => !byKey.has(key))
          .map((feedback_key) =>
            newRow({
              run_id,
              deployment_id,
              connection_id: null,
              feedback_key,
              feedback_config: null,
              expires_at: expiryOf({}, at),
            }),
          )
        await insertTokens(tx, fresh)
        for (const row of fresh) byKey.set(row.feedback_key, row)
        return Object.fromEntries(
          keys.flatMap((key) => {
            const row = byKey.get(key)
            return row ? [[key, urlOf(row)]] : []
          }),
        )
      })
    },

    async submit(token, submission, source) {
      checkSize(submission)
      return database.transaction(async (tx) => {
        const row = await lockToken(tx, tokenHash(token))
        if (!row) throw new HttpError(404, 'There is no such feedback address.')
        const at = now()
        if (row.expires_at <= at) {
          throw new HttpError(410, 'This feedback address has expired. Ask for a new one.')
        }
        if (row.feedback_config) checkLimits(row.feedback_config, submission)
        const run = row.connection_id === null ? await findRun(tx, row.run_id) : undefined
        const found = { ...row, deployment_id: run?.deployment_id ?? row.deployment_id }
        return recordFeedback(tx, found, submission, {
          id: randomUUID(),
          at,
          revision_id: run?.revision_id ?? null,
          source,
        })
      })
    },
  }
}
