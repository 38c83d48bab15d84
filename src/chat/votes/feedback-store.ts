import { ApiError } from '../../client/api-error.ts'
import type { FeedbackTarget } from '../../client/feedback.ts'
import type { FeedbackUrls } from '../../contract/agent-server/run-events.ts'
import { createFeedbackAddresses } from './feedback-addresses.ts'
import {
  type FeedbackKeyMap,
  type VoteDirection,
  type VotePlan,
  votePlan,
} from './feedback-keys.ts'
import { readVotes } from './read-votes.ts'
import { bodyOf, type VoteDetail } from './vote-body.ts'
import { keepVotes, keptVotes } from './vote-queue.ts'

/** What the screen shows of one run's vote. */
export interface VoteState {
  /** As pressed: it shows before the server has it. */
  readonly direction: VoteDirection | null
  /** `queued`: there was no network; it is sent when there is. */
  readonly status: 'none' | 'saving' | 'saved' | 'queued'
  /** Why the last press or detail did not get through. */
  readonly problem: string | null
  readonly detail: VoteDetail
  readonly isSavingDetail: boolean
}

export type FeedbackSnapshot = Readonly<Record<string, VoteState>>

/** Votes by run. */
export interface FeedbackStore {
  subscribe(listener: () => void): () => void
  getSnapshot(): FeedbackSnapshot
  /** How a run's keys take a vote; null when nothing tells which key is which. */
  planFor(keys: readonly string[]): VotePlan | null
  /** The addresses of a run's own `feedback` event (§2.6). */
  offer(run_id: string, urls: FeedbackUrls): void
  /** Shows at once; goes back, with a problem, when it does not get through. */
  vote(run_id: string, plan: VotePlan, direction: VoteDirection): Promise<void>
  /** Rejects never; true when it got through or waits for the network. */
  tell(run_id: string, plan: VotePlan, detail: VoteDetail): Promise<boolean>
  /** Shows the votes that the server already has, after a reload. */
  restore(runs: readonly string[], plan: VotePlan): Promise<void>
  /** Another tab may have voted: reads the votes again that nobody is changing here. */
  readAgain(): Promise<void>
  /** Sends what waited for the network, and reads the votes that could not be read. */
  sendQueued(): Promise<void>
}

const noVote: VoteState = {
  direction: null,
  status: 'none',
  problem: null,
  detail: {},
  isSavingDetail: false,
}

interface VotesOfRuns {
  readonly runs: readonly string[]
  readonly plan: VotePlan
}

/** Runs whose stored votes are asked for with one request. */
const restoreLimit = 30

export function createFeedbackStore(
  target: FeedbackTarget,
  options: { keyMap?: FeedbackKeyMap | undefined; onRecorded?: () => void } = {},
): FeedbackStore {
  const listeners = new Set<() => void>()
  const addresses = createFeedbackAddresses(target)
  /** What the server has, where that is known; a run whose addresses came with its stream has nothing yet. */
  const saved = new Map<string, VoteDirection | null>()
  const fresh = new Set<string>()
  /** What was asked for last, and what of it could not be read. */
  let shown: VotesOfRuns | null = null
  let unread: VotesOfRuns | null = null
  const wanted = new Map<string, VoteDirection>()
  const atWork = new Map<string, Promise<void>>()
  const plans = new Map<string, VotePlan>()
  let snapshot: FeedbackSnapshot = {}

  function patch(run_id: string, change: Partial<VoteState>): void {
    snapshot = { ...snapshot, [run_id]: { ...(snapshot[run_id] ?? noVote), ...change } }
    for (const listener of [...listeners]) listener()
  }

  function queue(run_id: string): void {
    patch(run_id, { status: 'queued', problem: null, isSavingDetail: false })
    keepQueue()
  }

  function keepQueue(): void {
    const waiting = Object.entries(snapshot).filter(([, vote]) => vote.status === 'queued')
    keepVotes(
      target.allowedOrigin,
      Object.keys(snapshot),
      waiting.map(([run_id, { direction, detail }]) => ({
        run_id,
        direction,
        detail,
        plan: plans.get(run_id),
      })),
    )
  }

  /** The newest submission of a key stands alone: what was said before goes along. */
  async function submit(run_id: string, plan: VotePlan, direction: VoteDirection | null) {
    const detail = snapshot[run_id]?.detail ?? {}
    const commentKey = plan.commentKey[direction ?? 'up']
    const votes = direction ? plan[direction] : [{ key: commentKey, submission: {} }]
    const isUnscored = saved.has(run_id) ? saved.get(run_id) === null : fresh.has(run_id)
    for (const { key, submission } of votes) {
      // Nothing to take back from a key that was never scored.
      if (submission.score === 0 && isUnscored) continue
      const isMain = key === commentKey
      await addresses.send(run_id, key, { ...submission, ...(isMain && bodyOf(detail)) })
    }
    saved.set(run_id, direction)
    options.onRecorded?.()
  }

  /** What the server has of the runs; a vote that is pressed meanwhile stands. */
  async function read(runs: readonly string[], plan: VotePlan): Promise<void> {
    const asked = runs.slice(-restoreLimit)
    if (asked.length === 0) return
    const before = snapshot
    // Until they are known the buttons stand there unpressed; that is no claim that nobody voted.
    const votes = await readVotes(target.transport, asked, plan)
    if (!votes) {
      unread = { runs: asked, plan }
      return
    }
    for (const [run_id, { direction, detail }] of votes) {
      if (snapshot[run_id] !== before[run_id]) continue
      saved.set(run_id, direction)
      const isNews = direction !== null || Object.keys(detail).length > 0
      if (!isNews && !snapshot[run_id]) continue
      patch(run_id, { direction, status: direction ? 'saved' : 'none', detail })
    }
  }

  /** Nothing of it is on its way or waits. */
  function isSettled(run_id: string): boolean {
    const vote = snapshot[run_id]
    return !vote || (['none', 'saved'].includes(vote.status) && !vote.isSavingDetail)
  }

  /** One request in flight a run: what was pressed meanwhile is sent after it, the last press only. */
  async function drain(run_id: string, plan: VotePlan): Promise<void> {
    for (;;) {
      const direction = wanted.get(run_id)
      if (!direction) return
      wanted.delete(run_id)
      try {
        await submit(run_id, plan, direction)
        if (!wanted.has(run_id)) patch(run_id, { status: 'saved', problem: null })
      } catch (error) {
        if (wanted.has(run_id)) continue
        if (isOffline(error)) return queue(run_id)
        const back = saved.get(run_id) ?? null
        patch(run_id, {
          direction: back,
          status: back ? 'saved' : 'none',
          problem: `Your vote was not recorded. ${sentence(error)}`,
        })
      }
    }
  }

  const store: FeedbackStore = {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    planFor: (keys) => votePlan(keys, options.keyMap),
    offer(run_id, urls) {
      fresh.add(run_id)
      addresses.offer(run_id, urls)
    },
    vote(run_id, plan, direction) {
      plans.set(run_id, plan)
      patch(run_id, { direction, status: 'saving', problem: null })
      wanted.set(run_id, direction)
      const running = atWork.get(run_id)
      if (running) return running
      const work = drain(run_id, plan).finally(() => atWork.delete(run_id))
      atWork.set(run_id, work)
      return work
    },
    async tell(run_id, plan, detail) {
      plans.set(run_id, plan)
      const before = snapshot[run_id]?.detail ?? {}
      patch(run_id, { isSavingDetail: true, problem: null, detail })
      try {
        await atWork.get(run_id)
        await submit(run_id, plan, snapshot[run_id]?.direction ?? null)
        patch(run_id, {
          isSavingDetail: false,
          status: snapshot[run_id]?.direction ? 'saved' : 'none',
        })
        keepQueue()
        return true
      } catch (error) {
        if (isOffline(error)) {
          queue(run_id)
          return true
        }
        const problem = `Your comment was not recorded. ${sentence(error)}`
        patch(run_id, { isSavingDetail: false, problem, detail: before })
        return false
      }
    },
    async restore(runs, plan) {
      shown = { runs, plan }
      unread = null
      await read(
        runs.filter((run_id) => !snapshot[run_id] && !saved.has(run_id)),
        plan,
      )
    },
    async readAgain() {
      if (shown) await read(shown.runs.filter(isSettled), shown.plan)
    },
    async sendQueued() {
      const late = unread
      unread = null
      if (late) await read(late.runs, late.plan)
      for (const [run_id, { status, direction }] of Object.entries(snapshot)) {
        const plan = plans.get(run_id)
        if (status !== 'queued' || !plan) continue
        if (direction) await store.vote(run_id, plan, direction)
        else await store.tell(run_id, plan, snapshot[run_id]?.detail ?? {})
      }
      keepQueue()
    },
  }
  for (const { run_id, direction, detail, plan } of keptVotes(target.allowedOrigin)) {
    plans.set(run_id, plan)
    patch(run_id, { direction, detail, status: 'queued' })
  }
  return store
}

function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'network'
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : 'No reason was given.'
}
