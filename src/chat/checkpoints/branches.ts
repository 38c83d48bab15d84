import {
  type CheckpointEntry,
  firstDifference,
  hasSameMessages,
  holds,
} from './checkpoint-entry.ts'

/** The continuations of a point where a thread's checkpoints part; each leads to its newest end. */
export interface BranchPoint {
  /** Checkpoint ids of the ends, in the order in which the branches were begun. */
  readonly ends: readonly string[]
  /** The one that is shown; -1 when what is shown ends where they begin. */
  readonly current: number
}

export interface Branches {
  /** By the id of the first message that differs from branch to branch. */
  readonly byMessage: ReadonlyMap<string, BranchPoint>
  /** What others went on to from where the shown branch ends. */
  readonly beyond: BranchPoint | null
}

const noBranches: Branches = { byMessage: new Map(), beyond: null }

/**
 * Where the branch that ends at `head` has alternatives.
 * @param entries checkpoints in any number, newest first; parents that are not among them are unknown
 */
export function branchesOf(entries: readonly CheckpointEntry[], head: string | null): Branches {
  const byId = new Map(entries.map((entry) => [entry.checkpoint_id, entry]))
  const shown = head === null ? undefined : byId.get(head)
  if (!shown) return noBranches
  const stretches = stretchRoots(entries, byId)
  const ends = newestEnds(entries, byId)
  const exits = new Map<string, CheckpointEntry[]>()
  for (const entry of [...entries].reverse()) {
    const parent = entry.parent_id === null ? undefined : byId.get(entry.parent_id)
    if (!parent || stretches.get(entry.checkpoint_id) !== entry.checkpoint_id) continue
    const root = stretches.get(parent.checkpoint_id) ?? ''
    exits.set(root, [...(exits.get(root) ?? []), entry])
  }
  const pointAt = (root: string | undefined, chosen: CheckpointEntry | null): BranchPoint => {
    const list = exits.get(root ?? '') ?? []
    return {
      ends: list.map((entry) => ends.get(entry.checkpoint_id) ?? entry.checkpoint_id),
      current: chosen ? list.indexOf(chosen) : -1,
    }
  }
  const byMessage = new Map<string, BranchPoint>()
  for (const entry of pathTo(byId, shown)) {
    const parent = entry.parent_id === null ? undefined : byId.get(entry.parent_id)
    if (!parent || hasSameMessages(entry, parent)) continue
    const point = pointAt(stretches.get(parent.checkpoint_id), entry)
    const message_id = entry.messages.list[firstDifference(entry, parent)]
    if (point.ends.length > 1 && message_id) byMessage.set(message_id, point)
  }
  const beyond = pointAt(stretches.get(shown.checkpoint_id), null)
  return { byMessage, beyond: beyond.ends.length > 0 ? beyond : null }
}

/** The checkpoint and its known ancestors, newest first. */
function pathTo(
  byId: ReadonlyMap<string, CheckpointEntry>,
  head: CheckpointEntry,
): CheckpointEntry[] {
  const path: CheckpointEntry[] = []
  for (
    let entry: CheckpointEntry | undefined = head;
    entry;
    entry = entry.parent_id === null ? undefined : byId.get(entry.parent_id)
  ) {
    path.push(entry)
  }
  return path
}

/** Which run first wrote each message, on whichever branch: that run's votes are the message's votes. */
export function authorsOf(entries: readonly CheckpointEntry[]): ReadonlyMap<string, string> {
  const byId = new Map(entries.map((entry) => [entry.checkpoint_id, entry]))
  const authors = new Map<string, string>()
  for (const entry of [...entries].reverse()) {
    const parent = entry.parent_id === null ? undefined : byId.get(entry.parent_id)
    const isOldestKnown = entry.parent_id !== null && !parent
    if (entry.run_id === null || isOldestKnown) continue
    const from = parent ? firstDifference(entry, parent) : 0
    for (let index = from; index < entry.messages.length; index += 1) {
      const id = entry.messages.list[index]
      if (id && !authors.has(id) && !(parent && holds(parent, id))) authors.set(id, entry.run_id)
    }
  }
  return authors
}

/** For each checkpoint the first of those in a row that hold the same messages. */
function stretchRoots(
  entries: readonly CheckpointEntry[],
  byId: ReadonlyMap<string, CheckpointEntry>,
): Map<string, string> {
  const roots = new Map<string, string>()
  for (const entry of [...entries].reverse()) {
    const parent = entry.parent_id === null ? undefined : byId.get(entry.parent_id)
    const isSame = parent !== undefined && hasSameMessages(entry, parent)
    const root = isSame ? roots.get(parent.checkpoint_id) : undefined
    roots.set(entry.checkpoint_id, root ?? entry.checkpoint_id)
  }
  return roots
}

/** For each checkpoint the newest that came of it. Entries are newest first, so children come before. */
function newestEnds(
  entries: readonly CheckpointEntry[],
  byId: ReadonlyMap<string, CheckpointEntry>,
): Map<string, string> {
  const order = new Map(entries.map((entry, index) => [entry.checkpoint_id, index]))
  const ends = new Map<string, string>()
  for (const entry of entries) {
    const end = ends.get(entry.checkpoint_id) ?? entry.checkpoint_id
    ends.set(entry.checkpoint_id, end)
    if (entry.parent_id === null || !byId.has(entry.parent_id)) continue
    const known = ends.get(entry.parent_id)
    if (known === undefined || (order.get(end) ?? 0) < (order.get(known) ?? 0)) {
      ends.set(entry.parent_id, end)
    }
  }
  return ends
}
