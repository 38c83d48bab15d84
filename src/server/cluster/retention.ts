import type { ThreadTtl } from '../../contract/agent-server/threads.ts'

/** How long a project keeps what says nothing of it (`checkpointer.ttl` and `store.ttl` of its langgraph.json). */
export interface ProjectRetention {
  /** Of a new thread, from when it is made. */
  threads?: ThreadTtl
  items?: {
    /** In minutes; for ever when absent. */
    default_ttl?: number | undefined
    /** Whether reading an item begins its time anew; it does when absent. */
    refresh_on_read?: boolean | undefined
  }
}
