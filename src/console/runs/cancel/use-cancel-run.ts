import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Transport } from '../../../client/api.ts'
import { cancelAndVerify } from '../../../client/cancel-run.ts'
import { stateBefore } from '../../../client/state-before.ts'
import {
  type CancelAction,
  getRun,
  isActive,
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
import { patience } from './patience.ts'
import { checkRollback, type RollbackCheck } from './rollback-check.ts'

/**
 * The two ways to cancel a run (§3). Both count when a read of the run then says so: that it has ended, or,
 * for a rollback, is gone (404).
 */
export function useCancelRun(agent: Transport, params: { thread_id: string; run_id: string }) {
  const queryClient = useQueryClient()
  const [rolledBack, setRolledBack] = useState<RollbackCheck | Error | null>(null)
  const [isStopping, setIsStopping] = useState(false)
  const [isRollingBack, setIsRollingBack] = useState(false)

  const cancel = async (action: CancelAction) => {
    const tools = { ...patience, transport: agent }
    const { run, refusal } = await cancelAndVerify(tools, params, action)
    if (refusal) throw refusal
    if (run && isActive(run)) {
      throw new Error('The server accepted the request, but the run is still at work.')
    }
    return run
  }
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
        if (await cancel('rollback')) {
          throw new Error('The server accepted the rollback, but the run is still there.')
        }
        setRolledBack(
          before instanceof Error
            ? before
            : await checkRollback(agent, run.thread_id, before.state).catch(
                (error: Error) => error,
              ),
        )
      } finally {
        setIsRollingBack(false)
        readAgain()
      }
    },
  }
}
