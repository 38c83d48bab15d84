import type { Hono } from 'hono'
import { call } from '../../../client/api.ts'
import { readVotedRun } from '../../../client/voted-run.ts'
import { countedPage } from '../../../contract/embeds/visited-page.ts'
import { listFeedback, submitFeedback } from '../../../contract/tracing/feedback.ts'
import {
  createFeedbackTokens,
  listFeedbackTokens,
} from '../../../contract/tracing/feedback-tokens.ts'
import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { ask, type VisitDeps } from './visit.ts'
import { marks } from './visitor-run.ts'
import { ownsRuns, recordVote, threadOfRun } from './visitor-votes.ts'

/** A visitor's votes, on answers of their own only. */
export function mountVotes(routes: Hono, deps: VisitDeps): void {
  const { database, upstream, now, visitOf, admit } = deps

  // For whoever looks whether votes can arrive: whether the feedback service answers, and nothing of it.
  routes.get('/feedback-check', async (context) => {
    await admit(context)
    const { transport } = await upstream.tracing(visitOf(context).embed.connection_id, 'embed')
    await ask(call(transport, listFeedback, { query: { limit: 1 } }))
    return context.body(null, 204)
  })
  route(routes, submitFeedback, async ({ params, body, context }) => {
    const { embed, visitor, page } = visitOf(context)
    await admit(context)
    const { transport } = await upstream.tracing(embed.connection_id, 'embed')
    const metadata = { ...body.metadata, ...marks(embed, visitor) }
    await ask(call(transport, submitFeedback, { params, body: { ...body, metadata } }))
    await recordVote(database, visitor, {
      tokenId: params.token_id,
      score: body.score == null ? null : Number(body.score),
      page: page && countedPage(page),
      now: now(),
    })
    return {}
  })
  route(routes, listFeedbackTokens, async ({ query, context }) => {
    const { embed, visitor } = visitOf(context)
    await onlyOwn(database, visitor.id, [query.run_id])
    const { transport, keepsVotes } = await upstream.tracing(embed.connection_id, 'embed')
    const { run_id } = query
    const tokens = await ask(call(transport, listFeedbackTokens, { query: { run_id } }))
    if (tokens.length > 0 || !keepsVotes || embed.feedback_keys.length === 0) return tokens
    // The run's server told no addresses: they are made when somebody wants to vote.
    const thread_id = await threadOfRun(database, visitor.id, run_id)
    const agent = await upstream.agent(embed.connection_id, embed.deployment_id, 'visitor')
    const about = thread_id === undefined ? null : await readVotedRun(agent, { thread_id, run_id })
    const body = embed.feedback_keys.map((feedback_key) => ({ run_id, feedback_key, about }))
    return [await ask(call(transport, createFeedbackTokens, { body }))].flat()
  })
  route(routes, listFeedback, async ({ query, context }) => {
    const { embed, visitor } = visitOf(context)
    const run = query.run ?? []
    await onlyOwn(database, visitor.id, run)
    const { transport } = await upstream.tracing(embed.connection_id, 'embed')
    const votes = await ask(call(transport, listFeedback, { query: { run, limit: 100 } }))
    return votes.map(({ id, run_id, key, score, value, comment, created_at, modified_at }) => ({
      id,
      run_id,
      key,
      score,
      value,
      comment,
      created_at,
      modified_at,
    }))
  })
}

async function onlyOwn(database: Database, visitorId: string, runs: string[]): Promise<void> {
  if (runs.length > 0 && (await ownsRuns(database, visitorId, runs))) return
  throw new HttpError(404, 'There is no such answer.')
}
