import { shortId } from '../../../ui/format/short-id-text.ts'
import { DecidedLine } from './decided-line.tsx'
import { useDecisions } from './use-decisions.ts'

type DecidedAboutProps = {
  deploymentId: string
  revisionId: string
  /** The revision that this one repeats: what was decided about it holds for this one too. */
  repeatsId: string | null | undefined
}

/** What was decided last about a revision, in a line; nothing where nobody decided. */
export function DecidedAbout({ deploymentId, revisionId, repeatsId }: DecidedAboutProps) {
  const about = useDecisions(deploymentId)
  const own = about(revisionId)
  const decided = own ?? about(repeatsId)
  if (!decided) return null
  return (
    <span
      className="text-ink-2"
      title={own ? undefined : `Of revision ${shortId(repeatsId ?? '')}, which this one repeats`}
    >
      <DecidedLine decided={decided} />
    </span>
  )
}
