import type { TracedRun } from '../../contract/tracing/traced-runs.ts'
import type { Database } from '../db/database.ts'
import { invalidField } from '../http/http-error.ts'
import type { RunHistory } from '../run-history.ts'
import type { Prices } from '../usage/prices.ts'
import { answersOfRun } from '../usage/usage-store.ts'
import { withInputs } from './step-inputs.ts'
import { failedStatuses, findTrace, type RunFilter } from './traced-runs.ts'
import { type TracedPart, tracedParts, tracedSteps } from './traced-steps.ts'

/** Which parts of a trace. What is absent narrows nothing. */
export interface PartFilter extends RunFilter {
  runType?: string | undefined
  isRoot?: boolean | undefined
  parent?: string | undefined
}

export interface PartPage {
  limit: number
  /** As the page before told it. */
  cursor?: string | null | undefined
  order?: 'asc' | 'desc' | undefined
  /** What steps were given, is read. */
  hasInputs: boolean
}

/**
 * A page of a trace: its run, the steps of it, the answers of models and the calls of tools, newest first unless asked
 * otherwise. Rejects with an HttpError where no executor can tell the steps, and with 422 for a cursor of another page.
 */
export async function listTrace(
  deps: { database: Database; history: RunHistory; prices: () => Prices },
  traceId: string,
  filter: PartFilter,
  page: PartPage,
): Promise<{ runs: TracedRun[]; next: string | null }> {
  const from = startOf(page.cursor)
  const prices = deps.prices()
  const trace = await findTrace(deps.database, traceId, prices)
  if (!trace) return { runs: [], next: null }
  const { root, times, thread_id, isGuarded } = trace
  const place = { deployment_id: root.session_id, thread_id }
  const [states, answers] = await Promise.all([
    deps.history.statesOf({ ...place, run_id: root.id }),
    answersOfRun(deps.database, root.id),
  ])
  const steps = tracedSteps(root, times, states)
  const beganAt = steps[0]?.task.checkpointId
  const before = beganAt ? await deps.history.valuesAt(place, beganAt) : undefined
  const told = tracedParts(root, steps, before?.values, answers, prices)
  const shared = isGuarded ? told.map(withoutContents) : told
  const parts = [{ run: root, checkpointId: null }, ...shared]
    .filter(({ run }) => isWanted(run, filter))
    .sort((one, other) => (one.run.dotted_order < other.run.dotted_order ? -1 : 1))
  if (page.order !== 'asc') parts.reverse()
  const shown = parts.slice(from, from + page.limit)
  const valuesAt = async (checkpointId: string) =>
    checkpointId === beganAt ? before : deps.history.valuesAt(place, checkpointId)
  const runs = page.hasInputs ? await withInputs(shown, valuesAt) : shown.map(({ run }) => run)
  return { runs, next: from + page.limit < parts.length ? String(from + page.limit) : null }
}

function isWanted(run: TracedRun, filter: PartFilter): boolean {
  const { ids, deployments, hasFailed, startedFrom, startedUntil, runType, isRoot, parent } = filter
  const began = Date.parse(run.start_time)
  return (
    (ids?.includes(run.id) ?? true) &&
    (deployments?.includes(run.session_id) ?? true) &&
    (hasFailed === undefined || failedStatuses.includes(run.status) === hasFailed) &&
    (startedFrom === undefined || began >= startedFrom.getTime()) &&
    (startedUntil === undefined || began <= startedUntil.getTime()) &&
    (runType === undefined || run.run_type === runType) &&
    (isRoot === undefined || (run.parent_run_id === null) === isRoot) &&
    (parent === undefined || run.parent_run_id === parent)
  )
}

/** What the project guards stays with it: that something failed is told, not in which words. */
function withoutContents({ run }: TracedPart): TracedPart {
  const error = run.error === null ? null : 'It failed.'
  return { run: { ...run, inputs: {}, outputs: null, error }, checkpointId: null }
}

function startOf(cursor: string | null | undefined): number {
  if (!cursor) return 0
  if (/^\d{1,6}$/.test(cursor)) return Number(cursor)
  throw invalidField(['body', 'cursor'], 'Send the cursor of a page of the same trace.')
}
