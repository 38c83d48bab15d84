import { call, type Transport } from '../../client/api.ts'
import { searchThreadHistory } from '../../contract/agent-server/thread-states.ts'
import { getThreadHistory, type ThreadState } from '../../contract/agent-server/threads.ts'
import { asError, isAborted } from '../thrown.ts'
import { authorsOf } from './branches.ts'
import { type CheckpointEntry, entryOf, holds } from './checkpoint-entry.ts'

export interface HistorySnapshot {
  /** Newest first, without gaps from the newest on. */
  readonly entries: readonly CheckpointEntry[]
  /** Everything down to the thread's first checkpoint is there. */
  readonly isComplete: boolean
  readonly isReading: boolean
  readonly error: Error | null
  /** The run that first wrote a message, by the message's id. */
  readonly authors: ReadonlyMap<string, string>
}

/** The checkpoint to go on from, or why there is none. */
export type ForkPoint =
  | { readonly isFound: true; readonly entry: CheckpointEntry; readonly firstSeen: CheckpointEntry }
  | { readonly isFound: false; readonly reason: string }

/** A thread's checkpoints, read page by page when somebody asks: each page holds whole states. */
export interface ThreadHistory {
  subscribe(listener: () => void): () => void
  getSnapshot(): HistorySnapshot
  /** Reads what was made since, and the first page when nothing was read yet. Never rejects. */
  refresh(): Promise<void>
  /** Reads the next older page. Never rejects: see `error`. */
  more(): Promise<void>
  /** Reads older pages until `isEnough` or the thread's beginning. Never rejects. */
  readUntil(isEnough: (snapshot: HistorySnapshot) => boolean): Promise<void>
  /** The checkpoint right before a message came to be, on the branch that ends at `head`. */
  beforeMessage(message_id: string, head: string): Promise<ForkPoint>
  /** The checkpoint that a run started from; null when it was the first, or nothing tells. */
  beforeRun(run_id: string): Promise<CheckpointEntry | null>
  /**
   * The newest checkpoint of a run. One that was not read yet is asked for alone, however far back it is; null where
   * there is none, or the server does not find it.
   */
  endOfRun(run_id: string): Promise<CheckpointEntry | null>
  /** Checkpoints were made: reads them, if the older ones were read. Never rejects. */
  follow(): Promise<void>
  /** Drops what was read: after a roll-back checkpoints are gone. */
  forget(): void
}

const empty: HistorySnapshot = {
  entries: [],
  isComplete: false,
  isReading: false,
  error: null,
  authors: new Map(),
}
/** Messages that a page may bring along: a checkpoint of a long thread repeats all of it. */
const messagesPerPage = 800
const largestPage = 20

interface HistoryOptions {
  transport: Transport
  threadId: () => string | null
  signal: () => AbortSignal
  /** How long the thread is, for the size of a page. */
  messageCount: () => number
}

export function createThreadHistory(options: HistoryOptions): ThreadHistory {
  const listeners = new Set<() => void>()
  let snapshot = empty
  let work: Promise<void> = Promise.resolve()
  let generation = 0

  function publish(change: Partial<HistorySnapshot>): void {
    snapshot = { ...snapshot, ...change }
    for (const listener of [...listeners]) listener()
  }

  /** One read at a time; a reader that was forgotten meanwhile changes nothing. */
  function inTurn(read: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    const mine = generation
    const isCurrent = () => mine === generation
    work = work.then(async () => {
      if (!isCurrent() || options.signal().aborted) return
      publish({ isReading: true, error: null })
      try {
        await read(isCurrent)
        if (isCurrent()) publish({ isReading: false })
      } catch (error) {
        const isLeft = isAborted(error, options.signal())
        if (isCurrent()) publish({ isReading: false, error: isLeft ? null : asError(error) })
      }
    })
    return work
  }

  function take(states: readonly ThreadState[], older: boolean): number {
    const { entries: known } = snapshot
    const fresh = freshEntries(states, known, older ? known.at(-1) : undefined)
    const entries = older ? [...known, ...fresh] : [...fresh, ...known]
    publish({ entries, authors: authorsOf(entries) })
    return fresh.length
  }

  async function readOlder(isCurrent: () => boolean): Promise<void> {
    const last = snapshot.entries.at(-1)
    const states = await readPage(options, last?.checkpoint_id)
    if (!isCurrent()) return
    const added = take(states, true)
    const isBeginning = added > 0 && snapshot.entries.at(-1)?.parent_id === null
    // What had none when it was read may have some now.
    publish({ isComplete: states.length === 0 || isBeginning })
    if (states.length > 0 && added === 0)
      throw new Error('The server repeats the same checkpoints instead of older ones.')
  }

  async function readNewer(isCurrent: () => boolean): Promise<void> {
    const known = new Set(snapshot.entries.map((entry) => entry.checkpoint_id))
    const pages: ThreadState[] = []
    for await (const states of pagesOf(options)) {
      if (!isCurrent()) return
      pages.push(...states)
      if (states.some((state) => known.has(state.checkpoint?.checkpoint_id ?? ''))) break
    }
    take(pages, false)
    // What was deleted is not met again: a list with a hole would lie.
    const read = new Set(pages.map((state) => state.checkpoint?.checkpoint_id))
    const top = snapshot.entries.find((entry) => known.has(entry.checkpoint_id))
    if (top && !read.has(top.checkpoint_id)) history.forget()
  }

  const history: ThreadHistory = {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    refresh: () =>
      inTurn((isCurrent) =>
        snapshot.entries.length === 0 ? readOlder(isCurrent) : readNewer(isCurrent),
      ),
    async follow() {
      // An empty list may have been read before the first checkpoint was made.
      if (snapshot.entries.length > 0) await history.refresh()
      else history.forget()
    },
    async more() {
      if (!snapshot.isComplete) await inTurn(readOlder)
    },
    async readUntil(isEnough) {
      while (!snapshot.isComplete && !isEnough(snapshot)) {
        await inTurn(readOlder)
        if (snapshot.error || options.signal().aborted) return
      }
    },
    async beforeMessage(message_id, head) {
      await history.refresh()
      await history.readUntil((now) => look(now, message_id, head) !== 'unknown')
      const found = look(snapshot, message_id, head)
      return found === 'unknown' ? notFound(snapshot.error) : found
    },
    async beforeRun(run_id) {
      await history.refresh()
      const find = ({ entries }: HistorySnapshot) => {
        const first = entries.findLast((entry) => entry.run_id === run_id)
        return entries.find((entry) => entry.checkpoint_id === first?.parent_id) ?? null
      }
      await history.readUntil((now) => find(now) !== null)
      return find(snapshot)
    },
    async endOfRun(run_id) {
      const { entries, isComplete } = snapshot
      const read = entries.find((entry) => entry.run_id === run_id)
      const thread_id = options.threadId()
      if (read || isComplete || thread_id === null) return read ?? null
      return newestOfRun(options, thread_id, run_id)
    },
    forget() {
      generation += 1
      publish(empty)
    },
  }
  return history
}

function notFound(error: Error | null): ForkPoint {
  const reason = error
    ? `The thread’s history could not be read. ${error.message}`
    : 'The server no longer has the checkpoint before this message.'
  return { isFound: false, reason }
}

function look(
  { entries }: HistorySnapshot,
  message_id: string,
  head: string,
): ForkPoint | 'unknown' {
  const byId = new Map(entries.map((entry) => [entry.checkpoint_id, entry]))
  let firstSeen: CheckpointEntry | null = null
  let id: string | null = head
  while (id !== null) {
    const entry = byId.get(id)
    if (!entry) return 'unknown'
    if (firstSeen && !holds(entry, message_id)) return { isFound: true, entry, firstSeen }
    if (holds(entry, message_id)) firstSeen = entry
    id = entry.parent_id
  }
  return {
    isFound: false,
    reason: firstSeen
      ? 'The thread began with this message: there is no checkpoint before it.'
      : 'No checkpoint of this branch holds the message.',
  }
}

/** States from before a checkpoint, or the newest; none while there is no thread. */
async function readPage(options: HistoryOptions, before: string | undefined) {
  const thread_id = options.threadId()
  if (thread_id === null) return []
  const limit = pageSize(options.messageCount())
  return call(options.transport, getThreadHistory, {
    params: { thread_id },
    query: { limit, ...(before !== undefined && { before }) },
    signal: options.signal(),
  })
}

async function newestOfRun(options: HistoryOptions, thread_id: string, run_id: string) {
  const states = await call(options.transport, searchThreadHistory, {
    params: { thread_id },
    body: { limit: 1, metadata: { run_id } },
    signal: options.signal(),
  })
  const found = states[0] && entryOf(states[0])
  // A server may not look at the metadata, and answer the newest of all.
  return found?.run_id === run_id ? found : null
}

/** The thread's states, newest first, page by page. */
async function* pagesOf(options: HistoryOptions) {
  let before: string | undefined
  for (;;) {
    const states = await readPage(options, before)
    yield states
    const last = states.at(-1)?.checkpoint?.checkpoint_id ?? undefined
    if (last === undefined || last === before) return
    before = last
  }
}

/** Of states those that are not known. @param newer what the first of them comes right before */
function freshEntries(
  states: readonly ThreadState[],
  known: readonly CheckpointEntry[],
  newer: CheckpointEntry | undefined,
): readonly CheckpointEntry[] {
  const ids = new Set(known.map((entry) => entry.checkpoint_id))
  const fresh: CheckpointEntry[] = []
  for (const state of states) {
    const entry = entryOf(state, fresh.at(-1) ?? newer)
    if (entry && !ids.has(entry.checkpoint_id)) fresh.push(entry)
  }
  return fresh
}

function pageSize(messageCount: number): number {
  return Math.max(2, Math.min(largestPage, Math.round(messagesPerPage / Math.max(1, messageCount))))
}
