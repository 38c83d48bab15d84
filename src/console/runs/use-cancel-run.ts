import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Transport } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { type CancelAction, cancelRun, getRun, listRuns } from '../../contract/runs.ts'
import { getThread, getThreadHistory, searchThreads } from '../../contract/threads.ts'
import { toast } from '../../ui/toast.ts'
import { queryKey } from '../api.tsx'

/**
 * The two ways to cancel a run (§3). Both wait until the server says that it is done; a rollback counts
 * only when reading the run then fails with 404.
 */
export function useCancelRun(agent: Transport, params: { thread_id: string; run_id: string }) {
  const queryClient = useQueryClient()
  const [isRolledBack, setIsRolledBack] = useState(false)
  const [isStopping, setIsStopping] = useState(false)

  const cancel = (action: CancelAction) =>
    call(agent, cancelRun, { params, query: { action, wait: true } })
  // After a refusal too: the run has mostly ended by itself then.
  const readAgain = () => {
    for (const endpoint of [listRuns, getRun, getThread, getThreadHistory, searchThreads]) {
      void queryClient.invalidateQueries({ queryKey: queryKey(agent, endpoint) })
    }
  }

  return {
    isRolledBack,
    isStopping,
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
    rollBack: async () => {
      try {
        await cancel('rollback')
        if (!(await isGone(agent, params))) {
          throw new Error('The server accepted the rollback, but the run is still there.')
        }
        setIsRolledBack(true)
      } finally {
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
