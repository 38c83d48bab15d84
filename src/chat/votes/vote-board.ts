import type { VoteDirection, VotePlan } from './feedback-keys.ts'
import type { VoteDetail } from './vote-body.ts'
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

const noVote: VoteState = {
  direction: null,
  status: 'none',
  problem: null,
  detail: {},
  isSavingDetail: false,
}

export type VoteBoard = ReturnType<typeof createVoteBoard>

/**
 * What is shown of votes and known of them, by run; at first those that an earlier page could not send.
 * @param origin of the server that gets them; what waits for the network is kept by it
 */
export function createVoteBoard(origin: string) {
  const listeners = new Set<() => void>()
  let snapshot: FeedbackSnapshot = {}

  const board = {
    /** What the server has, where that is known. */
    saved: new Map<string, VoteDirection | null>(),
    /** Runs whose addresses came with their stream: the server has nothing of them yet. */
    fresh: new Set<string>(),
    plans: new Map<string, VotePlan>(),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    patch(run_id: string, change: Partial<VoteState>): void {
      snapshot = { ...snapshot, [run_id]: { ...(snapshot[run_id] ?? noVote), ...change } }
      for (const listener of [...listeners]) listener()
    },
    /** The vote waits for the network, in a later page if need be. */
    queue(run_id: string): void {
      board.patch(run_id, { status: 'queued', problem: null, isSavingDetail: false })
      board.keepQueue()
    },
    /** Keeps what waits for a later page. */
    keepQueue(): void {
      const waiting = Object.entries(snapshot).filter(([, vote]) => vote.status === 'queued')
      keepVotes(
        origin,
        Object.keys(snapshot),
        waiting.map(([run_id, { direction, detail }]) => ({
          run_id,
          direction,
          detail,
          plan: board.plans.get(run_id),
        })),
      )
    },
  }
  for (const { run_id, direction, detail, plan } of keptVotes(origin)) {
    board.plans.set(run_id, plan)
    board.patch(run_id, { direction, detail, status: 'queued' })
  }
  return board
}
