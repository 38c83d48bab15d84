import { useCallback, useState } from 'react'
import { type Run, runCan } from '../../contract/agent-server/runs.ts'

/** The runs of a list that were chosen, and the way to choose. One that has ended since is no longer among them. */
export function useChosenRuns<Shown extends Run>(runs: readonly Shown[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const choose = useCallback(
    (some: readonly Run[], isChosen: boolean) =>
      setIds((before) => {
        const next = new Set(before)
        for (const run of some) isChosen ? next.add(run.run_id) : next.delete(run.run_id)
        return next
      }),
    [],
  )
  return { chosen: runs.filter((run) => ids.has(run.run_id) && runCan.cancel(run)), choose }
}
