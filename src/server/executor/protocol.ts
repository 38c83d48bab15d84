import type { StreamMode } from '../../contract/runs.ts'
import type { Interrupt } from '../../contract/threads.ts'

/**
 * What travels between the agent server (parent) and an executor (child process). Values of user
 * code travel as JSON text or as the saver's bytes: the parent never holds an object of theirs.
 */

/** Stands before and after a run's id at the start of a line that was printed within that run. */
export const outputMark = '\u001e'

/** Which graphs to load; `graphs` maps a graph's id to `./file.ts:export`, relative to `directory`. */
export interface LoadRequest {
  directory: string
  graphs: Record<string, string>
}

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
  checkpoint?: { checkpoint_id: string; checkpoint_map?: Record<string, unknown> | null } | null
  stream_modes: StreamMode[]
  stream_subgraphs: boolean
  interrupt_before?: '*' | string[] | null
  interrupt_after?: '*' | string[] | null
  durability?: 'sync' | 'async' | 'exit' | null
  config: RunConfig
  context?: Record<string, unknown> | null
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
}

/** How an attempt ended. `snapshot` is null when the state could not be read. */
export type RunEnd = { snapshot: ThreadSnapshot | null } & (
  | { outcome: 'success' }
  | { outcome: 'stopped' }
  | { outcome: 'failed'; error: string; message: string }
)

export interface StateRequest {
  graph_id: string
  thread_id: string
  checkpoint_id?: string | undefined
  subgraphs: boolean
}

export interface HistoryRequest {
  graph_id: string
  thread_id: string
  limit: number
  before?: string | undefined
}

/** Calls that the parent makes; each is answered with JSON text, or with a failure in a sentence. */
export type Call =
  | ({ call: 'load' } & LoadRequest)
  | ({ call: 'state' } & StateRequest)
  | ({ call: 'history' } & HistoryRequest)
  | { call: 'snapshot'; graph_id: string; thread_id: string }
  | { call: 'ping' }

export type ParentMessage =
  | { kind: 'call'; id: number; body: Call }
  | { kind: 'start'; order: RunOrder }
  | { kind: 'abort'; run_id: string }
  /** So many bytes of events were taken up: the run may send as many more. */
  | { kind: 'taken'; run_id: string; bytes: number }
  | { kind: 'stored'; id: number; result: StoreResult }
  | { kind: 'store-failed'; id: number; message: string }

export type ChildMessage =
  | { kind: 'answer'; id: number; json: string }
  | { kind: 'failure'; id: number; message: string; stack: string | null }
  | { kind: 'events'; run_id: string; events: EventMessage[]; bytes: number }
  | { kind: 'ended'; run_id: string; end: RunEnd; stack: string | null }
  | { kind: 'store'; id: number; body: StoreCall }

/** A serialised value: how it was written, and its bytes. */
export interface Typed {
  type: string
  bytes: Uint8Array
}

export interface StoredWrite extends Typed {
  task_id: string
  channel: string
}

/** A checkpoint as it is stored; `checkpoint` and `metadata` are JSON text. */
export interface StoredCheckpoint {
  checkpoint_ns: string
  checkpoint_id: string
  parent_checkpoint_id: string | null
  checkpoint: string
  metadata: string
  blobs: (Typed & { channel: string })[]
  writes: StoredWrite[]
}

/** On whose behalf the store is asked: a run (which may write) or a reader of a thread. */
export type StoreScope =
  | { thread_id: string; run_id: string; attempt: number }
  | { thread_id: string; run_id: null }

export type StoreCall = { scope: StoreScope } & (
  | { call: 'get'; checkpoint_ns: string; checkpoint_id: string | null }
  | {
      call: 'list'
      checkpoint_ns: string | null
      checkpoint_id: string | null
      before: string | null
      limit: number
      /** JSON text; only checkpoints whose metadata holds it. */
      filter: string | null
    }
  | {
      call: 'put'
      checkpoint_ns: string
      checkpoint_id: string
      parent_checkpoint_id: string | null
      checkpoint: string
      metadata: string
      blobs: { channel: string; version: string; value: Typed | null }[]
    }
  | {
      call: 'put-writes'
      checkpoint_ns: string
      checkpoint_id: string
      task_id: string
      writes: (Typed & { idx: number; channel: string })[]
    }
)

/** A list for get and list, nothing for writes. */
export type StoreResult = StoredCheckpoint[] | null
