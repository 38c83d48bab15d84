import { shortId } from '../../../ui/format/short-id-text.ts'
import { DecidedLine } from './decided-line.tsx'
import { useDecisionAbout } from './use-decisions.ts'

type DecidedAboutProps = {
  deploymentId: string
  revisionId: string
  /** The revisions that this one repeats, the nearest first: what was decided about them holds for this one too. */
  repeats: readonly string[]
}

/** What was decided last about a revision, in a line; nothing where nobody decided. */
export function DecidedAbout({ deploymentId, revisionId, repeats }: DecidedAboutProps) {
  const found = useDecisionAbout(deploymentId, revisionId, repeats)
  if (!found) return null
  const { decided, repeated } = found
  return (
    <span
      className="text-ink-2"
      title={repeated ? `Of revision ${shortId(repeated)}, which this one repeats` : undefined}
    >
      <DecidedLine decided={decided} />
    </span>
  )
}
