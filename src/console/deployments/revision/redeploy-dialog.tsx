import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  type Deployment,
  patchDeployment,
  redeployRevision,
} from '../../../contract/control-plane/deployments.ts'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useApi, useCall } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { whatRevisionsChange } from '../queries.ts'
import { redeployWords } from '../revision-facts.ts'
import { sourceText } from '../revision-pill.tsx'
import { useBuildRemoved } from './build-removed.ts'

type RedeployDialogProps = { deployment: Deployment; revision: Revision; onClose: () => void }

const titles = {
  'Roll back': (name: string) => `Roll back to ${name}?`,
  Promote: (name: string) => `Promote ${name}?`,
  Redeploy: (name: string) => `Deploy ${name} again?`,
} as const

/** Asks before an older revision is deployed again, and offers to stop the next push from undoing that. */
export function RedeployDialog({ deployment, revision, onClose }: RedeployDialogProps) {
  const api = useApi()
  const navigate = useNavigate()
  const words = redeployWords(deployment, revision)
  const buildRemoved = useBuildRemoved(deployment.id)(revision)
  const buildsOnPush = deployment.source_config.build_on_push === true
  const [switchesOff, setSwitchesOff] = useState(buildsOnPush)
  const invalidates = () => whatRevisionsChange(api, deployment.id)
  const redeploy = useCall(api.controlPlane, redeployRevision, { invalidates })
  const patch = useCall(api.controlPlane, patchDeployment, { invalidates })

  const confirm = async () => {
    const made = await redeploy.mutateAsync({
      params: { deployment_id: deployment.id, revision_id: revision.id },
    })
    toast.ok('A new revision repeats it', { description: 'What serves now goes on until then.' })
    // To what was made: there its progress is.
    if (made.latest_revision_id) {
      void navigate(paths.revision(deployment.id, made.latest_revision_id))
    }
    if (!buildsOnPush || !switchesOff) return
    // The redeploy has begun and stays, so a failure here is told apart from it.
    await patch
      .mutateAsync({
        params: { deployment_id: deployment.id },
        body: { source_config: { build_on_push: false } },
      })
      .catch((error: Error) =>
        toast.bad('Build on push is still on', { description: error.message }),
      )
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={titles[words](shortId(revision.id))}
      consequence={
        <>
          A new revision starts with the same source, configuration and secrets as this one (
          <span className="mono">{sourceText(revision.source_revision_config)}</span>). What serves
          now goes on until it is deployed.{buildRemoved && ` ${buildRemoved}`}
        </>
      }
      confirmLabel={words}
      tone="primary"
      onConfirm={confirm}
    >
      {buildsOnPush && (
        <Checkbox
          label="Also switch build on push off, or the next push replaces it"
          checked={switchesOff}
          onChange={(event) => setSwitchesOff(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
