import { CircleStop, GitCompareArrows, Play, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import {
  getRevision,
  isSettled,
  type Revision,
  redeployProblem,
} from '../../../contract/control-plane/revisions.ts'
import { fillPath } from '../../../contract/endpoint.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { MenuItem, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../../ui/overlay/more-menu.tsx'
import { useApi } from '../../api.tsx'
import { useControlPlaneUrl, useObjectMenu } from '../../objects/object-menu.tsx'
import { paths } from '../../paths.ts'
import { InterruptDialog, RedeployDialog } from '../dialogs.ts'
import { OpenPreviewItem, previewProblem } from '../previews/open-preview-item.tsx'
import { redeployWords } from '../revision-facts.ts'
import { trySession } from '../try-session.ts'
import { useBuildRemoved } from './build-removed.ts'
import { interruptProblem } from './interrupt-problem.ts'

/** A build of it is kept that can be run beside what serves. */
const isBuiltHere = ({ source }: Deployment) => source === 'github' || source === 'internal_source'

type RevisionMenuProps = {
  deployment: Deployment
  revision: Revision
  /** The revision that was made before this one, where that is known. */
  previousId?: string | undefined
}

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** What can be done with a revision. */
export function RevisionMenu({ deployment, revision, previousId }: RevisionMenuProps) {
  const [dialog, setDialog] = useState<'redeploy' | 'interrupt' | null>(null)
  const close = () => setDialog(null)
  const redeploy = redeployWords(deployment, revision)
  const buildRemoved = useBuildRemoved(deployment.id)(revision)
  const { connection } = useApi()
  const servingId = deployment.active_revision_id
  const params = { deployment_id: deployment.id, revision_id: revision.id }
  const object = useObjectMenu({
    noun: 'revision',
    id: revision.id,
    url: useControlPlaneUrl()(fillPath(getRevision.path, params)),
    to: paths.revision(deployment.id, revision.id),
    value: revision,
  })
  const compare = (before: string, words: string) => (
    <MenuItem
      icon={<GitCompareArrows {...iconProps} />}
      render={<Link to={paths.compareRevisions(deployment.id, before, revision.id)} />}
    >
      {words}
    </MenuItem>
  )
  return (
    <>
      <MoreMenu label={`More about revision ${shortId(revision.id)}`} isInRow>
        {!isSettled(revision) && (
          <MenuItem
            acts
            icon={<CircleStop {...iconProps} />}
            tone="danger"
            disabledReason={interruptProblem(connection)}
            onSelect={() => setDialog('interrupt')}
          >
            Interrupt…
          </MenuItem>
        )}
        <MenuItem
          acts
          icon={<RotateCcw {...iconProps} />}
          disabledReason={redeployProblem(revision) ?? undefined}
          description={buildRemoved ?? undefined}
          onSelect={() => setDialog('redeploy')}
        >
          {redeploy === 'Roll back' ? 'Roll back to this…' : `${redeploy}…`}
        </MenuItem>
        {isBuiltHere(deployment) && searchesRuns(connection) && (
          <>
            <OpenPreviewItem deploymentId={deployment.id} revision={revision} />
            <MenuItem
              acts
              icon={<Play {...iconProps} />}
              disabledReason={previewProblem(revision)}
              render={<Link to={trySession(deployment, revision.id)} />}
            >
              Try in a session
            </MenuItem>
          </>
        )}
        {previousId && compare(previousId, 'Compare with the one before')}
        {servingId && servingId !== revision.id && compare(servingId, 'Compare with what serves')}
        <MenuSeparator />
        {object.items}
      </MoreMenu>
      {object.dialog}
      {dialog === 'redeploy' && (
        <RedeployDialog deployment={deployment} revision={revision} onClose={close} />
      )}
      {dialog === 'interrupt' && (
        <InterruptDialog
          deploymentId={deployment.id}
          revision={revision}
          servingId={servingId}
          onClose={close}
        />
      )}
    </>
  )
}
