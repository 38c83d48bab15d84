import type { PutCall, PutWritesCall } from './checkpoint-calls.ts'
import type { RunConfig, RunOrder, ThreadSnapshot } from './run-order.ts'

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
  /** The parts that are told, see `chosenParts`; all if absent. */
  select?: readonly string[] | undefined
}

export interface HistoryRequest extends ThreadGraph {
  limit: number
  before?: string | undefined
  checkpoint_ns?: string | undefined
  /** That state alone. */
  checkpoint_id?: string | undefined
  /** Only checkpoints whose metadata holds it. */
  metadata?: Record<string, unknown> | undefined
  /** As of a state. */
  select?: readonly string[] | undefined
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
