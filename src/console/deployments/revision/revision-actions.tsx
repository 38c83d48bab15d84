import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { type Revision, redeployProblem } from '../../../contract/control-plane/revisions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { paths } from '../../paths.ts'
import { RedeployDialog } from '../dialogs.ts'
import { redeployWords } from '../revision-facts.ts'

type RevisionActionsProps = {
  deployment: Deployment
  revision: Revision
  /** The revision that was made before this one, where that is known. */
  previousId?: string | undefined
  /** Among many: smaller, each named after its revision. */
  isInRow?: boolean
  /** Whoever came wants to promote it. */
  asksToPromote?: boolean
}

/** What is done with a revision most: deployed again, gone back to, compared with what serves or the one before. */
export function RevisionActions(props: RevisionActionsProps) {
  const { deployment, revision, previousId, isInRow = false, asksToPromote = false } = props
  const servingId = deployment.active_revision_id
  const otherId = servingId && servingId !== revision.id ? servingId : previousId
  const action = redeployWords(deployment, revision)
  const [isAsking, setIsAsking] = useState(asksToPromote && action === 'Promote')
  const words = action === 'Roll back' ? 'Roll back to this' : action
  const size = isInRow ? 'sm' : undefined
  const named = (action: string) =>
    isInRow ? { 'aria-label': `${action}: ${shortId(revision.id)}` } : {}
  return (
    <>
      <Button
        acts
        {...(size && { size })}
        {...named(words)}
        disabledReason={redeployProblem(revision) ?? undefined}
        onClick={() => setIsAsking(true)}
      >
        {words}
      </Button>
      {otherId && (
        <Button
          {...(size && { size })}
          variant={isInRow ? 'ghost' : 'default'}
          {...named('Compare')}
          render={<Link to={paths.compareRevisions(deployment.id, otherId, revision.id)} />}
        >
          Compare
        </Button>
      )}
      {isAsking && (
        <RedeployDialog
          deployment={deployment}
          revision={revision}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
