import { patchView, type SavedView } from '../../../contract/gateway/views.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useApi, useCall } from '../../api.tsx'
import { whatViewsChange } from './use-views.ts'

/** As long as what was deleted can be brought back. */
const undoMs = 30_000

/** Puts the filters of a list into a view, and says so, with the way back. Never rejects. @param query what it has then */
export function useReplaceView(query: string): (view: SavedView) => Promise<void> {
  const api = useApi()
  const patch = useCall(api.gateway, patchView, { invalidates: () => whatViewsChange(api) })
  return async ({ id, name, query: before }) => {
    const params = { connection_id: api.connection.id, view_id: id }
    const put = (next: string) => patch.mutateAsync({ params, body: { query: next } })
    const undo = () =>
      void put(before).catch((fault: Error) =>
        toast.bad(`“${name}” was not put back`, { description: fault.message }),
      )
    try {
      await put(query)
      toast.ok(`“${name}” has these filters now`, {
        durationMs: undoMs,
        action: { label: 'Undo', onClick: undo },
      })
    } catch (fault) {
      toast.bad(`“${name}” was not replaced`, { description: (fault as Error).message })
    }
  }
}
