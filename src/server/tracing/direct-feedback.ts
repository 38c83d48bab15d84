import { randomUUID } from 'node:crypto'
import type {
  Feedback,
  FeedbackCreate,
  FeedbackSubmission,
} from '../../contract/tracing/feedback.ts'
import type { Database, Queryable } from '../db/database.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import { tokenHash } from '../secrets/token-hash.ts'
import { unstorablePlace } from '../storable-text.ts'
import type { FindRun } from './feedback.ts'
import { checkLimits, checkSize } from './feedback-limits.ts'
import { findFeedback, lockVote, passOnId, recordFeedback } from './feedback-store.ts'
import { insertTokens, type TokenRow } from './token-store.ts'

interface Deps {
  database: Database
  findRun: FindRun
  now: () => Date
}

/**
 * Records a vote that a program makes with the key. Rejects with 422 for what is not so of the run, 409 for an id that
 * another vote has.
 */
export async function createDirectly(
  deps: Deps,
  { key, run_id, feedback_source, feedback_config, trace_id, session_id, ...body }: FeedbackCreate,
  connection: string | null,
): Promise<Feedback> {
  const submission = submissionOf(body)
  check({ ...body, key, feedback_source, ...submission })
  if (feedback_config) checkLimits(feedback_config, submission)
  if (trace_id && trace_id !== run_id) {
    throw invalidField(['body', 'trace_id'], 'Runs are traces of their own here: send the run_id.')
  }
  const at = deps.now()
  const id = body.id ?? randomUUID()
  return deps.database.transaction(async (tx) => {
    const run = connection === null ? await deps.findRun(tx, run_id) : undefined
    const deployment_id = run?.deployment_id ?? connection
    if (session_id && deployment_id && session_id !== deployment_id) {
      throw invalidField(['body', 'session_id'], `The run is of the project ${deployment_id}.`)
    }
    const place = { run_id, deployment_id, connection_id: connection, feedback_key: key }
    const token = await tokenOf(tx, id, place, feedback_config ?? null, at)
    return recordFeedback(tx, token, submission, {
      id,
      at,
      revision_id: run?.revision_id ?? null,
      source: {
        type: feedback_source?.type ?? 'api',
        metadata: feedback_source?.metadata ?? {},
      },
    })
  })
}

/** Changes what a vote says. Rejects with 404 for a vote that is gone, 409 where a later one has taken its place. */
export async function updateDirectly(
  deps: Deps,
  id: string,
  change: FeedbackSubmission,
  connection: string | null,
): Promise<Feedback> {
  check(change)
  return deps.database.transaction(async (tx) => {
    const token = await lockVote(tx, id, connection)
    const vote = token && (await findFeedback(tx, id, connection))
    if (!token || !vote) throw new HttpError(404, 'There is no such vote.')
    if (vote.superseded_at) {
      throw new HttpError(409, 'A later vote of its address has taken its place.')
    }
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    const said = { ...submissionOf(vote), ...Object.fromEntries(given) } as FeedbackSubmission
    if (token.feedback_config) checkLimits(token.feedback_config, said)
    await passOnId(tx, id)
    const { type, metadata } = vote.feedback_source ?? {}
    return recordFeedback(tx, token, said, {
      id,
      at: deps.now(),
      revision_id: vote.revision_id ?? null,
      source: { type: type ?? 'api', metadata: metadata ?? {} },
    })
  })
}

/** The place of a vote: a new one, or that of the vote with this id, which is replaced. */
async function tokenOf(
  tx: Queryable,
  voteId: string,
  place: Pick<TokenRow, 'run_id' | 'deployment_id' | 'connection_id' | 'feedback_key'>,
  feedback_config: TokenRow['feedback_config'],
  now: Date,
): Promise<TokenRow> {
  const known = await lockVote(tx, voteId, place.connection_id)
  if (known) {
    const isSame = known.run_id === place.run_id && known.feedback_key === place.feedback_key
    if (!isSame) throw new HttpError(409, `The id ${voteId} is that of another vote.`)
    await passOnId(tx, voteId)
    return known
  }
  const id = randomUUID()
  // Nobody knows what this would be the hash of.
  const token_hash = tokenHash(randomUUID())
  const row = { ...place, id, token_hash, feedback_config, expires_at: now, is_direct: true }
  await insertTokens(tx, [row])
  return row
}

function submissionOf(
  said: Pick<Feedback, 'score' | 'value' | 'comment' | 'correction' | 'metadata'>,
): FeedbackSubmission {
  const { score, value, comment, correction, metadata } = said
  return { score, value, comment, correction, metadata } as FeedbackSubmission
}

/** What is out of proportion, or cannot be stored. */
function check(said: FeedbackSubmission & Record<string, unknown>): void {
  checkSize(said)
  const place = unstorablePlace(said)
  if (place) throw invalidField(['body', ...place], 'This holds characters that cannot be stored.')
}
