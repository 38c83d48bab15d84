import { localConnectionId } from '../../../contract/gateway/connections.ts'
import type { NamedTarget } from '../../../contract/qa/sessions.ts'
import type { RubricItem } from '../../../contract/qa/suites.ts'
import type { FeedbackSubmission } from '../../../contract/tracing/feedback.ts'
import type { VerdictRow } from '../verdict-row.ts'

/** Under which key it stands which answer people preferred. */
const preferenceKey = 'qa_preference'
/** Under which key a note or a correction stands that has no mark to go along with. */
const noteKey = 'qa_note'

/** Something that is to stand as feedback on a run. */
export interface WantedPost {
  case_index: number
  target: number
  reviewer: string
  run_id: string
  feedback_key: string
  wanted: FeedbackSubmission
}

/**
 * What verdicts are as feedback on the last runs of the attempts that they are about: one key for each item of the rubric,
 * one for the preference. A note and a correction go along with the first. Only the local stack's runs: it can change what was
 * posted, where elsewhere each would be another one.
 */
export function wantedPosts(
  session: {
    session_id: string
    rubric: readonly RubricItem[]
    targets: readonly NamedTarget[]
  },
  verdicts: readonly VerdictRow[],
  /** The last run of each attempt, by the attempt's id. */
  runs: ReadonlyMap<string, string>,
): WantedPost[] {
  return verdicts.flatMap((verdict) =>
    session.targets.flatMap(({ connection_id }, target) => {
      const attempt = verdict.attempt_ids[target]
      const run_id = attempt && runs.get(attempt)
      if (!run_id || connection_id !== localConnectionId) return []
      const { case_index, reviewer } = verdict
      const metadata = { qa_session: session.session_id, qa_attempt: attempt, case_index, reviewer }
      return saidOf(session.rubric, verdict, target).map(({ feedback_key, ...said }) => ({
        case_index,
        target,
        reviewer,
        run_id,
        feedback_key,
        wanted: { ...said, metadata },
      }))
    }),
  )
}

type Said = { feedback_key: string } & Pick<FeedbackSubmission, 'score' | 'value'>

function saidOf(
  rubric: readonly RubricItem[],
  { marks, better, note, correction }: VerdictRow,
  target: number,
): (Said & FeedbackSubmission)[] {
  const said: Said[] = rubric.flatMap(({ key, kind }) => {
    const mark = marks[target]?.[key]
    return mark === undefined ? [] : [{ feedback_key: key, ...scored(kind, mark) }]
  })
  if (better !== null) said.push({ feedback_key: preferenceKey, ...preferred(better, target) })
  const words = {
    ...(note.trim() && { comment: note }),
    ...(correction.trim() && { correction }),
  }
  if (Object.keys(words).length === 0) return said
  const [first = { feedback_key: noteKey }, ...others] = said
  return [{ ...first, ...words }, ...others]
}

function scored(kind: RubricItem['kind'], mark: string | number): Omit<Said, 'feedback_key'> {
  if (kind === 'scale') return { score: Number(mark) }
  if (kind === 'choice' || mark === 'unsure') return { value: mark }
  return { score: mark === 'pass', value: mark }
}

function preferred(better: NonNullable<VerdictRow['better']>, target: number) {
  if (better === 'tie') return { score: 0, value: 'tie' }
  if (better === 'bad') return { score: -1, value: 'both bad' }
  return Number(better) === target ? { score: 1, value: 'better' } : { score: -1, value: 'worse' }
}
