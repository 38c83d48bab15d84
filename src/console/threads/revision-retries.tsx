import { shortId } from '../../ui/format/short-id-text.ts'
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import { usePreviewTargets } from '../objects/run-again/again-targets.ts'
import type { AgainTarget } from '../objects/run-again/run-again.ts'

type RevisionRetriesProps = {
  deploymentId: string
  /** Why none can take it; null where one can. */
  refusal: string | null
  onRetry: (target: AgainTarget) => void
  onChooseOther: () => void
}

const where = 'On a copy of the state before it, without traffic; opens there'

/** The kept builds at which an answer can be made again. A revision has threads of its own, so that is said. */
export function RevisionRetries(props: RevisionRetriesProps) {
  const { deploymentId, refusal, onRetry, onChooseOther } = props
  const { previews } = usePreviewTargets(deploymentId)
  const disabledReason = refusal ?? undefined
  return (
    <>
      <MenuSeparator />
      {previews.map(({ deployment_id, revision_id }) => (
        <MenuItem
          acts
          key={revision_id}
          description={where}
          disabledReason={disabledReason}
          onSelect={() => onRetry({ to: 'revision', deployment_id, revision_id })}
        >
          Retry at revision {shortId(revision_id)}
        </MenuItem>
      ))}
      <MenuItem acts description={where} disabledReason={disabledReason} onSelect={onChooseOther}>
        Retry at another revision…
      </MenuItem>
    </>
  )
}
