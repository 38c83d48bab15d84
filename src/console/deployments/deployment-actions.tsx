import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Deployment, getDeployment } from '../../contract/control-plane/deployments.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { searchesRuns } from '../../contract/gateway/connections.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DeleteItem } from '../../ui/overlay/delete-item.tsx'
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { useApi } from '../api.tsx'
import { useControlPlaneUrl, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { chatProblem } from './chat-problem.ts'
import { DeleteDeploymentDialog, NewRevisionDialog, UploadSourceDialog } from './dialogs.ts'
import { sameSource } from './revision/same-source.ts'

/** What can be done with a deployment, beside its name. */
export function DeploymentActions({ deployment }: { deployment: Deployment }) {
  const [dialog, setDialog] = useState<'revision' | 'upload' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const going = deployment.status === 'AWAITING_DELETE' ? 'It is being deleted' : undefined
  const { connection } = useApi()
  const unnamed =
    searchesRuns(connection) || sameSource(deployment)
      ? undefined
      : 'It names no branch and no image: this server starts a revision when one changes, so use Edit'
  const canChange = !deployment.is_agent_server
  const isUpload = deployment.source === 'internal_source' && searchesRuns(connection)
  const isWaiting = !deployment.source_revision_config.source_archive
  const object = useObjectMenu({
    noun: 'deployment',
    id: deployment.id,
    url: useControlPlaneUrl()(fillPath(getDeployment.path, { deployment_id: deployment.id })),
    to: paths.deployment(deployment.id),
    value: deployment,
  })
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button
        acts
        disabledReason={going ?? chatProblem(deployment)}
        render={<Link to={paths.newThread(deployment.id)} />}
      >
        Open chat
      </Button>
      {canChange && (
        <>
          <Button
            acts
            disabledReason={going}
            render={<Link to={paths.editDeployment(deployment.id)} />}
          >
            Edit
          </Button>
          {isUpload ? (
            // While it waits its page has the way to upload one.
            <Button
              acts
              variant={isWaiting ? 'default' : 'primary'}
              disabledReason={going}
              onClick={() => setDialog('upload')}
            >
              Upload source
            </Button>
          ) : (
            <Button
              acts
              variant="primary"
              disabledReason={going ?? unnamed}
              onClick={() => setDialog('revision')}
            >
              New revision
            </Button>
          )}
        </>
      )}
      <MoreMenu label="More actions">
        {object.items}
        {canChange && (
          <>
            <MenuSeparator />
            {isUpload && (
              <MenuItem
                acts
                disabledReason={going ?? (isWaiting ? 'Nothing has been uploaded yet' : undefined)}
                description="Builds the same archive again"
                onSelect={() => setDialog('revision')}
              >
                New revision…
              </MenuItem>
            )}
            <DeleteItem acts disabledReason={going} onSelect={() => setDialog('delete')} />
          </>
        )}
      </MoreMenu>
      {object.dialog}
      {dialog === 'revision' && <NewRevisionDialog deployment={deployment} onClose={close} />}
      {dialog === 'upload' && <UploadSourceDialog deployment={deployment} onClose={close} />}
      {dialog === 'delete' && <DeleteDeploymentDialog deployment={deployment} onClose={close} />}
    </div>
  )
}
