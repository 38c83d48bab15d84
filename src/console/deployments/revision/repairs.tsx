import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { hasFailed, type Revision } from '../../../contract/control-plane/revisions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { paths } from '../../paths.ts'
import { UploadSourceDialog } from '../dialogs.ts'
import { missingSecret } from '../revision-facts.ts'

type RepairsProps = { deployment: Deployment; revision: Revision }

/** Of the latest rollout, where it failed: the way to what it says is missing, and to its ref where that was not found. */
export function Repairs({ deployment, revision }: RepairsProps) {
  const [isUploading, setIsUploading] = useState(false)
  if (deployment.latest_revision_id !== revision.id || !hasFailed(revision)) return null
  const secret = missingSecret(revision)
  const isOfGit = deployment.source === 'github'
  return (
    <>
      {secret && (
        <Button acts size="sm" render={<Link to={paths.addSecret(deployment.id, secret)} />}>
          Add the secret {secret}
        </Button>
      )}
      {deployment.source === 'internal_source' && revision.status !== 'DEPLOY_FAILED' && (
        <Button acts size="sm" onClick={() => setIsUploading(true)}>
          Upload another source
        </Button>
      )}
      {isUploading && (
        <UploadSourceDialog deployment={deployment} onClose={() => setIsUploading(false)} />
      )}
      {isOfGit && revision.status === 'CREATE_FAILED' && (
        <Button acts size="sm" render={<Link to={paths.editRef(deployment.id)} />}>
          Edit the ref
        </Button>
      )}
    </>
  )
}
