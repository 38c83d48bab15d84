import type { CheckpointCall, ItemsCall } from '../../executor/protocol/checkpoint-calls.ts'

/** On whose behalf the store is asked: a run (which may write) or a reader of a thread. */
export type StoreScope =
  | { thread_id: string; run_id: string; attempt: number }
  | { thread_id: string; run_id: null }

export type ScopedCall = CheckpointCall & { scope: StoreScope }

/** What an executor asks of the store. The scope is that of the work, by its token: never what the executor says. */
export type ScopedStoreCall = ScopedCall | ItemsCall
