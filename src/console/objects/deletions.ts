import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Deployment } from '../../contract/control-plane/deployments.ts'
import {
  createDeletion,
  type DeletionKind,
  graceMs,
  listDeletions,
  undoDeletion,
} from '../../contract/gateway/deletions.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { query, queryKey, useApi, useCall } from '../api.tsx'

type Subject = {
  id: string
  /** What the message calls it: `the thread`, `“Support”`. */
  name: string
  /** Of a thread. */
  deploymentId?: Deployment['id']
}

/**
 * Deletes something so that it can be brought back for 30 seconds: the server keeps it until then and carries it out,
 * wherever this page is by then. Resolves when it is kept; the message that follows has the way back.
 * @param invalidates keys of the reads that are old once something went or came back
 * @param onUndone it is there again
 */
export function useDeletion(
  kind: DeletionKind,
  invalidates: () => readonly (readonly unknown[])[],
  onUndone: (id: string) => void = () => undefined,
): (subject: Subject) => Promise<void> {
  const api = useApi()
  const changes = {
    invalidates: () => [queryKey(api.gateway, listDeletions), ...invalidates()],
  }
  const create = useCall(api.gateway, createDeletion, changes)
  const undo = useCall(api.gateway, undoDeletion, changes)
  return async ({ id, name, deploymentId }) => {
    const place = deploymentId && { connection_id: api.connection.id, deployment_id: deploymentId }
    const made = await create.mutateAsync({ body: { kind, subject_id: id, ...place } })
    const bringBack = async () => {
      try {
        await undo.mutateAsync({ params: { deletion_id: made.id } })
        onUndone(id)
        toast.ok(`Brought back ${name}`)
      } catch (error) {
        toast.bad(error instanceof Error ? error.message : 'It was not brought back.')
      }
    }
    toast.ok(`Deleted ${name}`, {
      durationMs: graceMs,
      action: { label: 'Undo', onClick: () => void bringBack() },
    })
  }
}

/** Leaves out the threads that were deleted and can still be brought back: their servers have them until then. */
export function useWithoutDeleted<Row extends { thread_id: string }>(
  rows: readonly Row[] | undefined,
): Row[] | undefined {
  const api = useApi()
  const { data: deletions } = useQuery(query(api.gateway, listDeletions))
  return useMemo(() => {
    const gone = new Set(deletions?.map(({ subject_id }) => subject_id))
    return rows?.filter(({ thread_id }) => !gone.has(thread_id.toLowerCase()))
  }, [rows, deletions])
}
