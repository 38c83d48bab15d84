import { useEffect } from 'react'
import type { RunMark } from '../../chat/run-marks.ts'
import type { RunSession } from '../../chat/session/session-types.ts'
import { useOnline } from './use-online.ts'

/**
 * Shows the votes that the server already has, for the runs of a conversation that was opened, and sends
 * those that wait for the network, as soon as there is one.
 */
export function useRestoredVotes(session: RunSession, marks: ReadonlyMap<string, RunMark>): void {
  const isOnline = useOnline()
  const ended = [...marks].filter(
    ([, mark]) => mark.outcome !== 'active' && mark.feedbackKeys.length > 0,
  )
  const runs = ended.map(([run_id]) => run_id)
  const key = runs.join()
  useEffect(() => {
    if (isOnline) void session.feedback?.sendQueued()
  }, [session, isOnline])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another set of runs asks again
  useEffect(() => {
    const { feedback } = session
    const [, mark] = ended.at(-1) ?? []
    const plan = mark && feedback?.planFor(mark.feedbackKeys)
    if (!feedback || !plan) return
    void feedback.restore(runs, plan)
  }, [session, key])
}
