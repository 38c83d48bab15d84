import type { Transport } from '../../../client/api.ts'
import { isActive, type Run } from '../../../contract/agent-server/runs.ts'
import type { RunPlace } from '../../../contract/search/run-search.ts'
import { shownCount } from '../../lists/url-filters.ts'
import {
  type LatestRuns,
  latestRunsQuery,
  matchingRuns,
  threadRunsQuery,
} from '../walked-runs-query.ts'

type Get = (name: string) => string | null

/** How many are shown, from the address: runs of one thread, or the threads of which the runs are. */
const extents = {
  runs: { name: 'show', atOnce: 50, most: 1_000, label: 'Show more' },
  threads: { name: 'threads', atOnce: 25, most: 500, label: 'Look at more threads' },
}

/** What the address of a list says of how far was looked. */
export const extentNames = [extents.runs.name, extents.threads.name] as const

export function extentOf(get: Get) {
  const extent = get('thread') ? extents.runs : extents.threads
  return { ...extent, count: shownCount(get(extent.name), extent.atOnce, extent.most) }
}

/** The runs that an address asks for, on a server that cannot search them: of one thread, or of those that changed last. */
export function shownRunsQuery(agent: Transport, get: Get) {
  const threadId = get('thread')
  const { count } = extentOf(get)
  return threadId ? threadRunsQuery(agent, threadId, count) : latestRunsQuery(agent, count)
}

/** The statuses to choose from; the first lets all through. */
export const walkedStatuses = [
  { value: 'any', label: 'Any status', has: () => true },
  { value: 'active', label: 'Pending or running', has: isActive },
  { value: 'success', label: 'Done', has: (run: Run) => run.status === 'success' },
  {
    value: 'interrupted',
    label: 'Needs you or stopped',
    has: (run: Run) => run.status === 'interrupted',
  },
  {
    value: 'error',
    label: 'Failed or timed out',
    has: (run: Run) => ['error', 'timeout'].includes(run.status),
  },
]

/** Those of the runs that were read which the list shows, newest first. */
export function listedRuns(
  latest: LatestRuns,
  { text, status }: { text: string; status: string | null },
): readonly Run[] {
  const has = walkedStatuses.find(({ value }) => value === status)?.has
  const matching = matchingRuns(latest, text)
  return has ? matching.filter(has) : matching
}

/** Which of the listed runs a run is, and those beside it, also where it is none of them (any more). */
export function placeAmong(
  runs: readonly Run[],
  run: Pick<Run, 'run_id' | 'created_at'>,
  deployment_id: string,
): RunPlace {
  const at = runs.findIndex(({ run_id }) => run_id === run.run_id)
  const isOlder = ({ created_at }: Run) => created_at < run.created_at
  // Where it would stand: before the first that is older.
  const older = runs.findIndex(isOlder)
  const after = at >= 0 ? at + 1 : older < 0 ? runs.length : older
  const before = at >= 0 ? at - 1 : after - 1
  const neighbour = (one: Run | undefined) =>
    one ? { run_id: one.run_id, thread_id: one.thread_id, deployment_id } : null
  return {
    position: at < 0 ? null : at + 1,
    total: runs.length,
    is_total_capped: false,
    previous: neighbour(runs[before]),
    next: neighbour(runs[after]),
  }
}
