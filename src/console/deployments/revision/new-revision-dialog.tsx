import { useState } from 'react'
import { type Deployment, patchDeployment } from '../../../contract/control-plane/deployments.ts'
import { createRevision } from '../../../contract/control-plane/revisions.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useApi, useCall } from '../../api.tsx'
import { whatRevisionsChange } from '../queries.ts'
import { sourceText } from '../revision-pill.tsx'
import { RepositoryDoubt } from './repository-doubt.tsx'
import { sameSource } from './same-source.ts'

type NewRevisionDialogProps = { deployment: Deployment; onClose: () => void }

/** Builds the present configuration again, at the commit that its reference points to now. */
export function NewRevisionDialog({ deployment, onClose }: NewRevisionDialogProps) {
  const api = useApi()
  const [isQuiet, setIsQuiet] = useState(false)
  const isUpload = deployment.source === 'internal_source'
  const canBeQuiet = (deployment.source === 'github' || isUpload) && searchesRuns(api.connection)
  const { repo_ref, image_uri } = deployment.source_revision_config
  const invalidates = () => whatRevisionsChange(api, deployment.id)
  const create = useCall(api.controlPlane, createRevision, { invalidates })
  const patch = useCall(api.controlPlane, patchDeployment, { invalidates })
  const params = { deployment_id: deployment.id }
  // Other servers are asked in the published way.
  const sameAgain = searchesRuns(api.connection) ? null : sameSource(deployment)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Start a new revision?"
      consequence={
        <>
          {deployment.source === 'github' ? (
            <>
              Builds the newest commit of{' '}
              <span className="mono">{repo_ref ?? 'the default branch'}</span>
            </>
          ) : isUpload ? (
            <>
              Builds <span className="mono">{sourceText(deployment.source_revision_config)}</span>{' '}
              again
            </>
          ) : image_uri ? (
            <>
              Runs <span className="mono">{image_uri}</span> anew
            </>
          ) : (
            'Attaches the running server again'
          )}{' '}
          with the present configuration and secrets. What serves now goes on until it is deployed.
          To change something, use Edit.
        </>
      }
      confirmLabel="Start revision"
      tone="primary"
      onConfirm={() =>
        sameAgain
          ? patch.mutateAsync({ params, body: { source_revision_config: sameAgain } })
          : create.mutateAsync({ params, body: isQuiet ? { without_traffic: true } : {} })
      }
    >
      {deployment.source === 'github' && <RepositoryDoubt deployment={deployment} />}
      {canBeQuiet && (
        <Checkbox
          label="Without traffic: what serves goes on, to try the new one first"
          checked={isQuiet}
          onChange={(event) => setIsQuiet(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
