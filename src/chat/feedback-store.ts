import { call } from '../client/api.ts'
import { ApiError } from '../client/api-error.ts'
import { type FeedbackTarget, sendFeedback } from '../client/feedback.ts'
import {
  type Feedback,
  type FeedbackSubmission,
  listFeedback,
  listFeedbackTokens,
} from '../contract/feedback.ts'
import type { FeedbackUrls } from '../contract/run-events.ts'
import { storedDirection, type VoteDirection, type VotePlan } from './feedback-keys.ts'

/** What the screen shows of one run's vote. */
export interface VoteState {
  /** As pressed: it shows before the server has it. */
  readonly direction: VoteDirection | null
  readonly status: 'none' | 'saving' | 'saved'
  /** Why the last press or comment did not get through. */
  readonly problem: string | null
  readonly comment: string | null
  readonly isSavingComment: boolean
}

export type FeedbackSnapshot = Readonly<Record<string, VoteState>>

/** Votes by run. The URLs stay inside: whoever has one can vote. */
export interface FeedbackStore {
  subscribe(listener: () => void): () => void
  getSnapshot(): FeedbackSnapshot
  /** The URLs of a run's own `feedback` event (§2.6). */
  offer(run_id: string, urls: FeedbackUrls): void
  /** Shows at once; goes back, with a problem, when it does not get through. */
  vote(run_id: string, plan: VotePlan, direction: VoteDirection): Promise<void>
  /** Rejects never; true when it got through. */
  comment(run_id: string, plan: VotePlan, text: string): Promise<boolean>
  /** Shows the votes that the server already has, after a reload. */
  restore(runs: readonly string[], plan: VotePlan): Promise<void>
}

const noVote: VoteState = {
  direction: null,
  status: 'none',
  problem: null,
  comment: null,
  isSavingComment: false,
}

/** Runs whose stored votes are asked for with one request. */
const restoreLimit = 30

export function createFeedbackStore(target: FeedbackTarget): FeedbackStore {
  const listeners = new Set<() => void>()
  const urls = new Map<string, FeedbackUrls>()
  const saved = new Map<string, VoteDirection | null>()
  const wanted = new Map<string, VoteDirection>()
  const atWork = new Map<string, Promise<void>>()
  let snapshot: FeedbackSnapshot = {}

  function patch(run_id: string, change: Partial<VoteState>): void {
    snapshot = { ...snapshot, [run_id]: { ...(snapshot[run_id] ?? noVote), ...change } }
    for (const listener of [...listeners]) listener()
  }

  async function urlOf(run_id: string, key: string, isRenewal: boolean): Promise<string> {
    const known = urls.get(run_id)?.[key]
    if (known && !isRenewal) return known
    const tokens = await call(target.transport, listFeedbackTokens, { query: { run_id } })
    const listed = Object.fromEntries(
      tokens.flatMap((token) => (token.feedback_key ? [[token.feedback_key, token.url]] : [])),
    )
    urls.set(run_id, { ...urls.get(run_id), ...listed })
    const url = listed[key]
    if (!url) throw new Error('This run has no feedback address for the key any more.')
    return url
  }

  async function send(run_id: string, key: string, submission: FeedbackSubmission): Promise<void> {
    try {
      await sendFeedback(target, await urlOf(run_id, key, false), submission)
    } catch (error) {
      const isExpired = error instanceof ApiError && [401, 403, 404, 410].includes(error.status)
      if (!isExpired) throw error
      // The address ran out: where the key allows, the list has a fresh one.
      const before = urls.get(run_id)?.[key]
      const fresh = await urlOf(run_id, key, true)
      if (fresh === before) throw error
      await sendFeedback(target, fresh, submission)
    }
  }

  /** One request in flight a run: what was pressed meanwhile is sent after it, the last press only. */
  async function drain(run_id: string, plan: VotePlan): Promise<void> {
    for (;;) {
      const direction = wanted.get(run_id)
      if (!direction) return
      wanted.delete(run_id)
      try {
        const before = saved.get(run_id)
        for (const vote of plan[direction]) {
          // Nothing to take back from a key that was never scored.
          if (vote.submission.score === 0 && (before ?? null) === null) continue
          const comment = snapshot[run_id]?.comment
          const isCommented = comment && vote.key === plan.commentKey[direction]
          await send(run_id, vote.key, {
            ...vote.submission,
            // The newest submission of a key stands alone: it takes the comment along.
            ...(isCommented && { comment }),
          })
        }
        saved.set(run_id, direction)
        if (!wanted.has(run_id)) patch(run_id, { status: 'saved', problem: null })
      } catch (error) {
        if (wanted.has(run_id)) continue
        const back = saved.get(run_id) ?? null
        patch(run_id, {
          direction: back,
          status: back ? 'saved' : 'none',
          problem: `Your vote was not recorded. ${sentence(error)}`,
        })
      }
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    offer(run_id, offered) {
      urls.set(run_id, { ...urls.get(run_id), ...offered })
    },
    vote(run_id, plan, direction) {
      patch(run_id, { direction, status: 'saving', problem: null })
      wanted.set(run_id, direction)
      const running = atWork.get(run_id)
      if (running) return running
      const work = drain(run_id, plan).finally(() => atWork.delete(run_id))
      atWork.set(run_id, work)
      return work
    },
    async comment(run_id, plan, text) {
      const direction = snapshot[run_id]?.direction ?? null
      const key = plan.commentKey[direction ?? 'up']
      const vote = direction ? plan[direction].find((item) => item.key === key) : undefined
      patch(run_id, { isSavingComment: true, problem: null })
      try {
        await atWork.get(run_id)
        await send(run_id, key, { ...vote?.submission, comment: text })
        patch(run_id, { comment: text, isSavingComment: false })
        return true
      } catch (error) {
        const problem = `Your comment was not recorded. ${sentence(error)}`
        patch(run_id, { isSavingComment: false, problem })
        return false
      }
    },
    async restore(runs, plan) {
      const unknown = runs.filter((run_id) => !snapshot[run_id]).slice(-restoreLimit)
      if (unknown.length === 0) return
      const query = { run: unknown, limit: 100 }
      // Not knowing old votes hides nothing that was promised: the buttons stand there unpressed.
      const votes = await call(target.transport, listFeedback, { query }).catch(() => [])
      const time = (vote: Feedback) => Date.parse(vote.modified_at ?? vote.created_at)
      const sorted = [...votes].sort((a, b) => time(b) - time(a))
      for (const run_id of unknown) {
        if (snapshot[run_id]) continue
        const own = sorted.filter((vote) => vote.run_id === run_id)
        const direction = storedDirection(plan, own)
        const comment = own.find((vote) => vote.comment)?.comment ?? null
        saved.set(run_id, direction)
        if (direction) patch(run_id, { direction, status: 'saved', comment })
      }
    },
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : 'No reason was given.'
}
