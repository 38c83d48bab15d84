import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { getRun } from '../../../contract/agent-server/runs.ts'
import { submitFeedback } from '../../../contract/tracing/feedback.ts'
import {
  createFeedbackTokens,
  listFeedbackTokens,
} from '../../../contract/tracing/feedback-tokens.ts'
import { CoalescedTask } from '../../cluster/coalesced-task.ts'
import { HttpError } from '../../http/http-error.ts'
import { tokenHash } from '../../secrets/token-hash.ts'
import type { QaContext } from '../qa-context.ts'
import * as store from './post-store.ts'

const atOnce = 20
const claimMs = 60_000
const firstPauseMs = 5_000
const longestPauseMs = 600_000

/**
 * Posts verdicts as feedback, one address for each run, key and reviewer: a change is sent to the same one and takes the place
 * of what was said before. What fails is tried again, less and less often, until it stands there.
 */
export class Poster {
  readonly #qa: QaContext
  readonly #stopping = new AbortController()
  readonly #posting: CoalescedTask
  #leave = () => {}

  constructor(qa: QaContext) {
    this.#qa = qa
    this.#posting = new CoalescedTask(() => this.#post(), qa.report)
  }

  start(): void {
    this.#leave = this.#qa.cluster.listen({ onPoll: () => this.wake(), onNotice: () => {} })
    this.wake()
  }

  /** Something may be there to post. */
  wake(): void {
    if (!this.#stopping.signal.aborted) void this.#posting.request()
  }

  async stop(): Promise<void> {
    this.#leave()
    this.#stopping.abort(new Error('The server stops.'))
    await this.#posting.stop()
  }

  async #post(): Promise<void> {
    const { database, now } = this.#qa
    while (!this.#stopping.signal.aborted) {
      const claim = { count: atOnce, at: now(), untilMs: claimMs }
      const posts = await store.claimPosts(database, claim)
      for (const post of posts) await this.#try(post)
      if (posts.length < atOnce) return
    }
  }

  async #try(post: store.ClaimedPost): Promise<void> {
    const { database, now, cluster } = this.#qa
    const signal = this.#stopping.signal
    try {
      const address = await this.#address(post, signal)
      if (address === null) return await store.dropPost(database, post.post_id)
      const { tracing, token_id } = address
      await store.beginPost(database, post.post_id, tokenHash(token_id))
      const body = post.wanted ?? {}
      await call(tracing, submitFeedback, { params: { token_id }, body, signal })
      await store.endPost(database, post.post_id, post.wanted)
      if (post.tries > 0) cluster.changed('qa')
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError) && !(error instanceof HttpError)) throw error
      const pauseMs = Math.min(firstPauseMs * 2 ** post.tries, longestPauseMs)
      const nextTryAt = new Date(now().getTime() + pauseMs)
      await store.failPost(database, post.post_id, { problem: error.message, nextTryAt })
      cluster.changed('qa')
    }
  }

  /** Where it is posted to: the address that it was posted to before, else a new one. Null where there is no such run any more. */
  async #address(
    post: store.ClaimedPost,
    signal: AbortSignal,
  ): Promise<{ tracing: Transport; token_id: string } | null> {
    const place = await store.findPlace(this.#qa.database, post)
    if (!place) return null
    const { servers } = this.#qa
    const { connection_id, deployment_id, preview_id } = place.target
    const tracing = await servers.tracing(connection_id)
    const { run_id, feedback_key } = post
    if (post.token_hash) {
      const query = { run_id, limit: 100 }
      const tokens = await call(tracing, listFeedbackTokens, { query, signal })
      const known = tokens.find(({ id }) => tokenHash(id) === post.token_hash)
      return known ? { tracing, token_id: known.id } : null
    }
    // Nothing stood there, and nothing is to.
    if (post.wanted === null) return null
    try {
      const agent = await servers.agent(connection_id, preview_id ?? deployment_id)
      await call(agent, getRun, { params: { thread_id: place.thread_id, run_id }, signal })
    } catch (error) {
      if ((error as { status?: number }).status === 404) return null
      throw error
    }
    const body = { run_id, feedback_key, expires_in: { days: 365 } }
    const made = [await call(tracing, createFeedbackTokens, { body, signal })].flat()[0]
    return made ? { tracing, token_id: made.id } : null
  }
}
