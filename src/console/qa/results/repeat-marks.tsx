import { type AttemptStatus, attemptStatuses } from '../../../contract/qa/attempts.ts'
import { AttemptMarks } from '../marks/attempt-marks.tsx'

type RepeatMarksProps = {
  /** Which repeats they are, read out before them: “Before”. */
  label: string
  /** A status that is not known has no mark. */
  statuses: readonly string[]
}

/** How the repeats of a case ended. */
export function RepeatMarks({ label, statuses }: RepeatMarksProps) {
  return (
    <span className="relative inline-flex">
      <span className="sr-only">{label}: </span>
      <AttemptMarks statuses={statuses.filter(isKnown)} />
    </span>
  )
}

function isKnown(status: string): status is AttemptStatus {
  return (attemptStatuses as readonly string[]).includes(status)
}
