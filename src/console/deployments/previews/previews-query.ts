import { listPreviews, type Preview } from '../../../contract/control-plane/previews.ts'
import { type Api, query, queryKey } from '../../api.tsx'

/** While one has a process, it may end by itself. */
const followMs = 15_000

/** The revisions of a deployment that run, or ran, without traffic. */
export function previewsQuery({ controlPlane }: Api, deployment_id: string) {
  return {
    ...query(controlPlane, listPreviews, { params: { deployment_id } }),
    refetchInterval: ({ state }: { state: { data?: readonly Preview[] | undefined } }) =>
      state.data?.some(({ state: how }) => how !== 'resting') ? followMs : false,
    retry: false,
  }
}

/** Keys of the reads that opening or ending one makes old. */
export function whatPreviewsChange({ controlPlane }: Api, deployment_id: string) {
  return [queryKey(controlPlane, listPreviews, { params: { deployment_id } })]
}
