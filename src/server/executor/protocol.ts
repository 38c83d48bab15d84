import type { StreamMode } from '../../contract/agent-server/run-request.ts'
import type { Interrupt } from '../../contract/agent-server/threads.ts'

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
  /** The last text of the agent after the last of a person, cut at 2,000 characters; absent: there is none. */
  answer?: string | null
}

/** How an attempt ended. `snapshot` is null when the state could not be read. */
export type RunEnd = { snapshot: ThreadSnapshot | null } & (
  | { outcome: 'success' }
  | { outcome: 'stopped' }
  | { outcome: 'failed'; error: string; message: string }
)

/** A graph of a thread. Graphs that are made by a function depend on `config`. */
export interface ThreadGraph {
  graph_id: string
  thread_id: string
  config?: RunConfig | undefined
}

export interface StateRequest extends ThreadGraph {
  checkpoint_id?: string | undefined
  /** Of a subgraph; the thread's own if absent. */
  checkpoint_ns?: string | undefined
  subgraphs: boolean
}

export interface HistoryRequest extends ThreadGraph {
  limit: number
  before?: string | undefined
  checkpoint_ns?: string | undefined
  /** That state alone. */
  checkpoint_id?: string | undefined
  /** Only checkpoints whose metadata holds it. */
  metadata?: Record<string, unknown> | undefined
}

/** Which states to write, one checkpoint for each step; nothing is stored by the executor. */
export interface UpdateRequest extends ThreadGraph {
  /** Where to go on from; the newest checkpoint if absent. */
  checkpoint: {
    checkpoint_id?: string | undefined
    checkpoint_ns?: string | undefined
    checkpoint_map?: Record<string, unknown> | undefined
  }
  steps: {
    values?: unknown
    command?: RunOrder['command']
    as_node?: string | undefined
  }[][]
}

/** What an update would store, or why it cannot be; the answer to `update` as JSON text. */
export type DraftedUpdate =
  | {
      checkpoint: Record<string, unknown>
      calls: DraftedCall[]
      snapshot: ThreadSnapshot
    }
  | { refused: string; field: 'values' | 'as_node' }

/** A put of the store whose bytes are base64 text. */
export type DraftedCall =
  | (Omit<PutCall, 'blobs'> & { blobs: (DraftedBlob & { version: string })[] })
  | (Omit<PutWritesCall, 'writes'> & {
      writes: { idx: number; channel: string; type: string; bytes: string }[]
    })

interface DraftedBlob {
  channel: string
  value: { type: string; bytes: string } | null
}

/** About a graph as such, without a thread. */
export interface GraphRequest {
  graph_id: string
  config: RunConfig
}

/** Calls that the parent makes; each is answered with JSON text, or with a failure in a sentence. */
export type Call =
  | ({ call: 'load' } & LoadRequest)
  | ({ call: 'state' } & StateRequest)
  | ({ call: 'history' } & HistoryRequest)
  | ({ call: 'update' } & UpdateRequest)
  | ({ call: 'drawing'; xray: boolean | number } & GraphRequest)
  | ({ call: 'schemas' } & GraphRequest)
  | ({ call: 'subgraphs'; namespace?: string | undefined; recurse: boolean } & GraphRequest)
  | ({ call: 'snapshot' } & ThreadGraph)
  | { call: 'ping' }
  /** Answered with the longest time since the last such call for which nothing could be taken up, in ms. */
  | { call: 'loop-delay' }

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
  /** `is_refused`: it is what was asked for that does not fit, not the graph that failed. */
  | { kind: 'failure'; id: number; message: string; stack: string | null; is_refused?: boolean }
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

type GetCall = { call: 'get'; checkpoint_ns: string; checkpoint_id: string | null }
type ListCall = {
  call: 'list'
  checkpoint_ns: string | null
  checkpoint_id: string | null
  before: string | null
  limit: number
  /** JSON text; only checkpoints whose metadata holds it. */
  filter: string | null
}
type PutCall = {
  call: 'put'
  checkpoint_ns: string
  checkpoint_id: string
  parent_checkpoint_id: string | null
  checkpoint: string
  metadata: string
  blobs: { channel: string; version: string; value: Typed | null }[]
}
type PutWritesCall = {
  call: 'put-writes'
  checkpoint_ns: string
  checkpoint_id: string
  task_id: string
  writes: (Typed & { idx: number; channel: string })[]
}

export type CheckpointCall = { scope: StoreScope } & (GetCall | ListCall | PutCall | PutWritesCall)

/** Checkpoints of a thread, or what graphs remember over all threads. */
export type StoreCall = CheckpointCall | { call: 'items'; operations: ItemOperation[] }

/** A list for get and list, nothing for writes; for items one result for each operation. */
export type StoreResult = StoredCheckpoint[] | null | ItemResult[]

/** What can be asked about items; values and filters are JSON text. */
export type ItemOperation =
  | { op: 'get'; namespace: string[]; key: string; refresh_ttl: boolean }
  | {
      op: 'put'
      namespace: string[]
      key: string
      /** Null deletes. */
      value: string | null
      index: false | string[] | null
      ttl_minutes: number | null
    }
  | {
      op: 'search'
      prefix: string[]
      filter: string | null
      query: string | null
      limit: number
      offset: number
      refresh_ttl: boolean
    }
  | {
      op: 'namespaces'
      prefix: string[]
      suffix: string[]
      max_depth: number | null
      limit: number
      offset: number
    }

/** `value` is JSON text; the times are ISO 8601. */
export interface StoredItem {
  namespace: string[]
  key: string
  value: string
  created_at: string
  updated_at: string
  score: number | null
}

/** An item or null for get, null for put, a list for search and namespaces. */
export type ItemResult = StoredItem | null | StoredItem[] | string[][]
