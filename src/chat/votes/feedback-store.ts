import type { FeedbackTarget } from '../../client/feedback.ts'
import type { FeedbackUrls } from '../../contract/agent-server/run-events.ts'
import { createFeedbackAddresses } from './feedback-addresses.ts'
import {
  type FeedbackKeyMap,
  type VoteDirection,
  type VotePlan,
  votePlan,
} from './feedback-keys.ts'
import { createVoteReading } from './restore-votes.ts'
import { createVoteSending } from './send-votes.ts'
import { createVoteBoard, type FeedbackSnapshot } from './vote-board.ts'
import type { VoteDetail } from './vote-body.ts'

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

export function createFeedbackStore(
  target: FeedbackTarget,
  options: { keyMap?: FeedbackKeyMap | undefined; onRecorded?: () => void } = {},
): FeedbackStore {
  const addresses = createFeedbackAddresses(target)
  const board = createVoteBoard(target.allowedOrigin)
  const { subscribe, getSnapshot } = board
  const { vote, tell } = createVoteSending(board, addresses, options.onRecorded)
  const { restore, readAgain, readUnread } = createVoteReading(board, target.transport)
  return {
    subscribe,
    getSnapshot,
    planFor: (keys) => votePlan(keys, options.keyMap),
    offer(run_id, urls) {
      board.fresh.add(run_id)
      addresses.offer(run_id, urls)
    },
    vote,
    tell,
    restore,
    readAgain,
    async sendQueued() {
      await readUnread()
      for (const [run_id, { status, direction }] of Object.entries(getSnapshot())) {
        const plan = board.plans.get(run_id)
        if (status !== 'queued' || !plan) continue
        if (direction) await vote(run_id, plan, direction)
        else await tell(run_id, plan, getSnapshot()[run_id]?.detail ?? {})
      }
      board.keepQueue()
    },
  }
}
