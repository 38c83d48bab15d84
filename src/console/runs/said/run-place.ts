import { isActive, listRuns, type Run, runsAtOnce } from '../../../contract/agent-server/runs.ts'
import { type Api, query } from '../../api.tsx'

/** The newest runs of a thread, of each no more than which it is. */
export function runsOfThreadQuery(api: Api, deploymentId: string, run: Run) {
  return {
    ...query(api.agent(deploymentId), listRuns, {
      params: { thread_id: run.thread_id },
      query: {
        limit: runsAtOnce,
        select: ['run_id', 'thread_id', 'created_at', 'updated_at', 'status'],
      },
    }),
    // Those that came later may have been told of by then.
    staleTime: isActive(run) ? 0 : 5_000,
  }
}

/** Where a run stands among those of its thread: “first run of the thread · 2 later runs”. Empty where that is not known. */
export function placeInThread(runs: readonly Run[], run_id: string): string {
  const time = (run: Run | undefined) => Date.parse(run?.created_at ?? '')
  // Servers differ in their order: of a thread with more than these, either the oldest or the newest are not among them.
  const isCut = runs.length >= runsAtOnce
  const isNewestFirst = time(runs[0]) > time(runs.at(-1))
  const inOrder = [...runs].sort((a, b) => time(a) - time(b))
  const at = inOrder.findIndex((one) => one.run_id === run_id)
  if (at < 0) return isCut && isNewestFirst ? `${runsAtOnce} or more later runs` : ''
  const later = inOrder.length - at - 1
  const place = `${at === 0 ? 'first run' : `run ${at + 1}`} of the thread`
  const laterWords = later === 0 ? 'the last' : `${later} later ${later === 1 ? 'run' : 'runs'}`
  if (isCut)
    return isNewestFirst ? `${laterWords}${later === 0 ? ' run of the thread' : ''}` : place
  return inOrder.length === 1 ? 'the only run of the thread' : `${place} · ${laterWords}`
}
