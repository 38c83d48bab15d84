import { useSuspenseQuery } from '@tanstack/react-query'
import { Note } from '../../../ui/page/note.tsx'
import { useApi } from '../../api.tsx'
import { deploymentQuery } from '../queries.ts'
import { UploadPanel } from './upload-panel.tsx'

/** In place of a rollout that has not begun: what it waits for, and the way to give it that. */
export function WaitingForSource({ deploymentId }: { deploymentId: string }) {
  const { data: deployment } = useSuspenseQuery(deploymentQuery(useApi(), deploymentId))
  return (
    <div className="flex flex-col gap-3 px-4 pb-4">
      <Note tone="info" title="Waiting for its source">
        Nothing has been uploaded for this deployment yet. Its rollout begins with the upload.
      </Note>
      <UploadPanel deployment={deployment} />
    </div>
  )
}
