import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../client/api.ts'
import {
  createDeletion,
  graceMs,
  listDeletions,
  undoDeletion,
} from '../../../contract/gateway/deletions.ts'
import { findAllThreads } from '../../../contract/search/thread-search.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { queryKey, useApi } from '../../api.tsx'
import { deletedHere } from '../deleted-here.ts'
import type { ListedThread } from '../thread-columns.tsx'
import { whatThreadsChange } from '../what-threads-change.ts'

/**
 * Deletes several threads, each as a single one is: for 30 seconds all of them can be brought back at once.
 * @param placeOf the deployment of a thread
 * @returns begins: what deletes one of them, and what is to be done when all were
 */
export function useDeleteMany(placeOf: (thread: ListedThread) => string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const reread = (places: Iterable<string>) => {
    const keys = [
      queryKey(api.gateway, listDeletions),
      queryKey(api.controlPlane, findAllThreads),
      ...[...places].flatMap((id) => whatThreadsChange(api.agent(id))),
    ]
    for (const key of keys) void queryClient.invalidateQueries({ queryKey: key })
  }
  return () => {
    const made = new Map<string, ListedThread>()
    const bringBack = async (deletions: typeof made) => {
      const undone = await Promise.allSettled(
        [...deletions].map(async ([deletion_id, { thread_id }]) => {
          await call(api.gateway, undoDeletion, { params: { deletion_id } })
          deletedHere.delete(thread_id)
        }),
      )
      reread(new Set([...deletions.values()].map(placeOf)))
      const refused = undone.find((one) => one.status === 'rejected')
      if (refused) toast.bad((refused.reason as Error).message)
      else toast.ok(`Brought back ${counted(deletions.size)}`)
    }
    return {
      act: async (thread: ListedThread) => {
        const { thread_id } = thread
        const place = { connection_id: api.connection.id, deployment_id: placeOf(thread) }
        const body = { kind: 'thread' as const, subject_id: thread_id, ...place }
        deletedHere.add(thread_id)
        const { id } = await call(api.gateway, createDeletion, { body })
        made.set(id, thread)
        return undefined
      },
      finish: () => {
        // Of what failed and is tried again the next message tells.
        const deletions = new Map(made)
        made.clear()
        reread(new Set([...deletions.values()].map(placeOf)))
        if (deletions.size === 0) return
        toast.ok(`Deleted ${counted(deletions.size)}`, {
          durationMs: graceMs,
          action: { label: 'Undo', onClick: () => void bringBack(deletions) },
        })
      },
    }
  }
}

const counted = (count: number) => `${count} ${count === 1 ? 'thread' : 'threads'}`
