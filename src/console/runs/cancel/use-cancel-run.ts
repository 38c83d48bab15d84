import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import {
  type CancelAction,
  cancelRun,
  getRun,
  listRuns,
  type Run,
} from '../../../contract/agent-server/runs.ts'
import {
  getThread,
  getThreadHistory,
  searchThreads,
} from '../../../contract/agent-server/threads.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { queryKey } from '../../api.tsx'
import { checkRollback, type RollbackCheck, stateBefore } from './rollback-check.ts'

/**
 * The two ways to cancel a run (§3). Both wait until the server says that it is done; a rollback counts
 * only when reading the run then fails with 404.
 */
export function useCancelRun(agent: Transport, params: { thread_id: string; run_id: string }) {
  const queryClient = useQueryClient()
  const [rolledBack, setRolledBack] = useState<RollbackCheck | Error | null>(null)
  const [isStopping, setIsStopping] = useState(false)
  const [isRollingBack, setIsRollingBack] = useState(false)

  const cancel = (action: CancelAction) =>
    call(agent, cancelRun, { params, query: { action, wait: true } })
  // After a refusal too: the run has mostly ended by itself then.
  const readAgain = () => {
    for (const endpoint of [listRuns, getRun, getThread, getThreadHistory, searchThreads]) {
      void queryClient.invalidateQueries({ queryKey: queryKey(agent, endpoint) })
    }
  }

  return {
    /** After a rollback: what comparing the thread's state before and after it says, or why that failed. */
    rolledBack,
    isStopping,
    /** From the request until its outcome is known: that the run cannot be read says nothing until then. */
    isRollingBack,
    /** Reports its failure by a toast. */
    stop: async () => {
      setIsStopping(true)
      try {
        await cancel('interrupt')
      } catch (error) {
        toast.bad('The run was not stopped', { description: (error as Error).message })
      } finally {
        setIsStopping(false)
        readAgain()
      }
    },
    /** Rejects when the run is still there, for the dialog that asked. */
    rollBack: async (run: Run) => {
      setIsRollingBack(true)
      try {
        // What cannot be compared afterwards is still to be rolled back.
        const before = await stateBefore(agent, run).catch((error: Error) => error)
        await cancel('rollback')
        if (!(await isGone(agent, params))) {
          throw new Error('The server accepted the rollback, but the run is still there.')
        }
        setRolledBack(
          before instanceof Error
            ? before
            : await checkRollback(agent, run.thread_id, before).catch((error: Error) => error),
        )
      } finally {
        setIsRollingBack(false)
        readAgain()
      }
    },
  }
}

async function isGone(agent: Transport, params: { thread_id: string; run_id: string }) {
  try {
    await call(agent, getRun, { params })
    return false
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return true
    throw error
  }
}
