import { callPlainer } from '../../../client/plain-request.ts'
import { isActive, listRuns, type Run, runsAtOnce } from '../../../contract/agent-server/runs.ts'
import { type Api, queryKey } from '../../api.tsx'

const published = ['run_id', 'thread_id', 'created_at', 'updated_at', 'status'] as const
const ours = [...published, 'started_at', 'ended_at'] as const

/** The newest runs of a thread, of each no more than which it is, and when it began where a server tells that. */
export function runsOfThreadQuery(api: Api, deploymentId: string, run: Run) {
  const agent = api.agent(deploymentId)
  const params = { thread_id: run.thread_id }
  const selecting = (select: readonly (typeof ours)[number][]) => ({
    params,
    query: { limit: runsAtOnce, select: [...select] },
  })
  const first = agent.isForeign ? 1 : 0
  return {
    queryKey: queryKey(agent, listRuns, selecting(ours)),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callPlainer(agent, listRuns, [selecting(ours), selecting(published)], { signal, first }),
    // Those that came later may have been told of by then.
    staleTime: isActive(run) ? 0 : 5_000,
  }
}

/**
 * Where a run stands among those of its thread, in the order in which they began, with those that have yet to begin
 * last: “first run of the thread · 2 later runs”. Empty where that is not known.
 */
export function placeInThread(runs: readonly Run[], run_id: string): string {
  // Servers differ in their order: of a thread with more than these, either the oldest or the newest are not among them.
  const isCut = runs.length >= runsAtOnce
  const isNewestFirst = createdAt(runs[0]) > createdAt(runs.at(-1))
  const inOrder = [...runs].sort(byBeginning)
  const at = inOrder.findIndex((one) => one.run_id === run_id)
  const self = inOrder[at]
  if (!self) return isCut && isNewestFirst ? `${runsAtOnce} or more later runs` : ''
  const waiting = runs.filter(hasYetToBegin)
  // Which of them begins first is not known: one may be held, or wait for its time.
  if (hasYetToBegin(self) && waiting.length > 1)
    return isCut ? '' : `one of ${waiting.length} runs of the thread that have not begun`
  const later = inOrder.length - at - 1
  const place = `${at === 0 ? 'first run' : `run ${at + 1}`} of the thread`
  const laterWords = later === 0 ? 'the last' : `${later} later ${later === 1 ? 'run' : 'runs'}`
  if (isCut)
    return isNewestFirst ? `${laterWords}${later === 0 ? ' run of the thread' : ''}` : place
  return inOrder.length === 1 ? 'the only run of the thread' : `${place} · ${laterWords}`
}

const createdAt = (run: Run | undefined) => Date.parse(run?.created_at ?? '')

const hasYetToBegin = ({ status, started_at }: Run) => status === 'pending' && !started_at

function byBeginning(a: Run, b: Run): number {
  const isLater = Number(hasYetToBegin(a)) - Number(hasYetToBegin(b))
  return isLater || beganAt(a) - beganAt(b) || createdAt(a) - createdAt(b)
}

/** One that ended without having begun stands where it ended, as its server counts it. */
function beganAt(run: Run): number {
  if (hasYetToBegin(run)) return 0
  return Date.parse(run.started_at ?? run.ended_at ?? run.created_at)
}
