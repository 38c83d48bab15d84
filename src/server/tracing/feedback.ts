import { createHash, randomUUID } from 'node:crypto'
import type { Feedback, FeedbackSubmission, FeedbackToken } from '../../contract/feedback.ts'
import type { Database } from '../db/database.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import type { SecretBox } from '../secret-box.ts'
import { unstorablePlace } from '../storable-text.ts'
import { recordFeedback } from './feedback-store.ts'
import { expiryOf, type TokenRequest } from './token-request.ts'
import {
  type FeedbackConfig,
  insertTokens,
  listTokens,
  lockToken,
  type TokenRow,
} from './token-store.ts'

/** Reusing a token that is about to end would hand out an address that works for a moment only. */
const reusableMs = 3_600_000

/** Tokens and what is submitted with them. */
export interface FeedbackService {
  createTokens(requests: TokenRequest[]): Promise<FeedbackToken[]>
  listTokens(runId: string): Promise<FeedbackToken[]>
  /** One URL a key (§2.6); asked again, it answers the same ones. */
  issueUrls(input: {
    run_id: string
    deployment_id: string
    keys: string[]
  }): Promise<Record<string, string>>
  /** §4.3. Throws 404 for an unknown token, 410 for one that ended, 422 for what it does not allow. */
  submit(token: string, submission: FeedbackSubmission): Promise<Feedback>
}

export function createFeedbackService(deps: {
  database: Database
  secretBox: SecretBox
  /** {tracing_url}, without a slash at its end. */
  tracingUrl: string
  now: () => Date
}): FeedbackService {
  const { database, secretBox, tracingUrl, now } = deps
  // 256 bits that only this installation can derive: listing tells the address again, the database does not.
  const tokenOf = (rowId: string) => secretBox.derive('feedback token', rowId)
  const urlOf = (row: TokenRow) => `${tracingUrl}/api/v1/feedback/tokens/${tokenOf(row.id)}`

  const present = (row: TokenRow): FeedbackToken => ({
    id: tokenOf(row.id),
    url: urlOf(row),
    expires_at: row.expires_at.toISOString(),
    feedback_key: row.feedback_key,
  })

  const newRow = (fields: Omit<TokenRow, 'id'>) => {
    const id = randomUUID()
    return { ...fields, id, token_hash: hashOf(tokenOf(id)) }
  }

  return {
    async createTokens(requests) {
      const rows = requests.map((request) => {
        if (unstorablePlace(request)) {
          throw invalidField(['body'], 'The request holds characters that cannot be stored.')
        }
        return newRow({
          run_id: request.run_id,
          deployment_id: null,
          feedback_key: request.feedback_key,
          feedback_config: request.feedback_config ?? null,
          expires_at: expiryOf(request, now()),
        })
      })
      await database.transaction((tx) => insertTokens(tx, rows))
      return rows.map(present)
    },

    async listTokens(runId) {
      return (await listTokens(database, runId)).map(present)
    },

    async issueUrls({ run_id, deployment_id, keys }) {
      const at = now()
      return database.transaction(async (tx) => {
        const usable = (await listTokens(tx, run_id)).filter(
          (row) =>
            row.feedback_config === null && row.expires_at.getTime() - at.getTime() > reusableMs,
        )
        const byKey = new Map<string, TokenRow>(usable.map((row) => [row.feedback_key, row]))
        const fresh = [...new Set(keys)]
          .filter((key) => !byKey.has(key))
          .map((feedback_key) =>
            newRow({
              run_id,
              deployment_id,
              feedback_key,
              feedback_config: null,
              expires_at: expiryOf({ run_id, feedback_key }, at),
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

    async submit(token, submission) {
      const place = unstorablePlace(submission)
      if (place) {
        throw invalidField(['body', ...place], 'This holds characters that cannot be stored.')
      }
      return database.transaction(async (tx) => {
        const row = await lockToken(tx, hashOf(token))
        if (!row) throw new HttpError(404, 'There is no such feedback address.')
        const at = now()
        if (row.expires_at <= at) {
          throw new HttpError(410, 'This feedback address has expired. Ask for a new one.')
        }
        if (row.feedback_config) checkAgainst(row.feedback_config, submission)
        return recordFeedback(tx, row, submission, { id: randomUUID(), at })
      })
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Whoever made the token may have limited what is sent with it. */
function checkAgainst(config: FeedbackConfig, submission: FeedbackSubmission): void {
  const { score } = submission
  if (score === undefined || score === null) return
  const number = Number(score)
  if (config.type === 'continuous') {
    const { min, max } = config
    if ((min ?? Number.NEGATIVE_INFINITY) > number || (max ?? Number.POSITIVE_INFINITY) < number) {
      throw invalidField(
        ['body', 'score'],
        `The score must be from ${min ?? '−∞'} to ${max ?? '∞'}.`,
      )
    }
  }
  if (config.type === 'categorical' && config.categories) {
    const values = config.categories.map((category) => category.value)
    if (!values.includes(number)) {
      throw invalidField(['body', 'score'], `The score must be one of ${values.join(', ')}.`)
    }
  }
}
