import type { ItemOperation, ItemResult } from './item-calls.ts'

/** A serialised value: how it was written, and its bytes. */
export interface SerializedValue {
  type: string
  bytes: Uint8Array
}

export interface StoredWrite extends SerializedValue {
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
  blobs: (SerializedValue & { channel: string })[]
  writes: StoredWrite[]
  /** On the last of a list that is shorter than it was asked for: others follow. */
  has_more?: boolean
}

export type GetCall = { call: 'get'; checkpoint_ns: string; checkpoint_id: string | null }

export type ListCall = {
  call: 'list'
  checkpoint_ns: string | null
  checkpoint_id: string | null
  before: string | null
  limit: number
  /** JSON text; only checkpoints whose metadata holds it. */
  filter: string | null
}

/**
 * A checkpoint and those before it on its path, newest first, with what they have of some channels and no more: their
 * `checkpoint` and `metadata` are empty.
 */
export type AncestorsCall = {
  call: 'ancestors'
  checkpoint_ns: string
  checkpoint_id: string
  channels: string[]
  limit: number
}

export type PutCall = {
  call: 'put'
  checkpoint_ns: string
  checkpoint_id: string
  parent_checkpoint_id: string | null
  checkpoint: string
  metadata: string
  blobs: { channel: string; version: string; value: SerializedValue | null }[]
}

export type PutWritesCall = {
  call: 'put-writes'
  checkpoint_ns: string
  checkpoint_id: string
  task_id: string
  /** Where the task was in its step: by this, compared by code points, then by its id, its writes are taken in. */
  task_path: string
  writes: (SerializedValue & { idx: number; channel: string })[]
}

/** Of the thread of the work on whose behalf it is asked. */
export type CheckpointCall = GetCall | ListCall | AncestorsCall | PutCall | PutWritesCall

/** Of what graphs remember over all threads: it belongs to their deployment. */
export interface ItemsCall {
  call: 'items'
  operations: ItemOperation[]
}

/** A list for get, list and ancestors, nothing for writes; for items one result for each operation. */
export type StoreResult = StoredCheckpoint[] | null | ItemResult[]
