import type { StreamMode } from '../../../contract/agent-server/run-request.ts'
import type { Interrupt } from '../../../contract/agent-server/threads.ts'
import type { LeaseSpan } from './lease-span.ts'

/**
 * Marks what only readers of the streaming protocol are told: an event as a whole (`~tasks`), or where in the graph
 * it was (`custom|~writer:1`).
 */
export const streamedMark = '~'

/** One attempt at a run. */
export interface RunOrder {
  run_id: string
  thread_id: string
  assistant_id: string
  graph_id: string
  attempt: number
  /** True when the run has checkpoints of an earlier attempt: go on from the last one. */
  is_continued: boolean
  input?: unknown
  command?: { resume?: unknown; update?: unknown; goto?: unknown } | null
  /** An answer to a question that does not wait ends the run with an error, instead of being passed over. */
  strict_resume?: boolean
  checkpoint?: { checkpoint_id: string; checkpoint_map?: Record<string, unknown> | null } | null
  stream_modes: StreamMode[]
  stream_subgraphs: boolean
  /** All that the streaming protocol has is told as well, hidden from who asked for modes. */
  is_told_whole: boolean
  interrupt_before?: '*' | string[] | null
  interrupt_after?: '*' | string[] | null
  durability?: 'sync' | 'async' | 'exit' | null
  config: RunConfig
  context?: Record<string, unknown> | null
  /** When its steps may begin without a question; null where no other server could have the run. */
  held: LeaseSpan | null
  /** Its steps, tools and models are told as spans, with or without what they were given and answered. */
  traces?: 'spans' | 'contents' | null
}

export interface RunConfig {
  tags?: string[] | null
  recursion_limit?: number | null
  max_concurrency?: number | null
  run_name?: string | null
  configurable?: Record<string, unknown> | null
  metadata?: Record<string, unknown> | null
}

/** One event of a run's stream; `data` is JSON in one line. */
export interface EventMessage {
  event: string
  data: string
}

/** What a thread looks like after a run, for lists and for readers that wait. */
export interface ThreadSnapshot {
  /** JSON text of the state's values, without the interrupts. */
  values: string
  next: string[]
  interrupts: Record<string, Interrupt[]>
  summary: { first_message: string | null; last_message: string | null; message_count: number }
  /** The last text of the agent after the last of a person, cut at 2,000 characters; absent: there is none. */
  answer?: string | null
  /** The graph's own channels refuse what its last steps have left: this is the state without that. */
  hides_results?: boolean
}

/** How an attempt ended. `snapshot` is null when the state could not be read. */
export type RunEnd = { snapshot: ThreadSnapshot | null } & (
  | { outcome: 'success' }
  | { outcome: 'stopped' }
  | { outcome: 'failed'; error: string; message: string }
)
