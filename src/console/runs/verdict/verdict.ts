import type { Feedback, FeedbackSubmission } from '../../../contract/tracing/feedback.ts'

/** Under which feedback key it stands what a person judged on a run's page. */
export const verdictKey = 'qa_verdict'

export const verdicts = ['pass', 'fail', 'unsure'] as const
export type RunVerdict = (typeof verdicts)[number]

/** What somebody has judged of a run. */
export interface Judged {
  readonly verdict: RunVerdict | null
  readonly note: string
}

export const notJudged: Judged = { verdict: null, note: '' }

/** What stands of it among the votes on a run: the newest counts. */
export function judgedIn(votes: readonly Feedback[]): Judged {
  const time = (vote: Feedback) => Date.parse(vote.modified_at ?? vote.created_at)
  const [newest] = votes
    .filter(({ key }) => key === verdictKey)
    .sort((one, other) => time(other) - time(one))
  if (!newest) return notJudged
  const { value, score } = newest
  const told = verdicts.find((one) => one === value)
  // A server may keep the score alone.
  const scored =
    score === true || score === 1 ? 'pass' : score === false || score === 0 ? 'fail' : null
  return { verdict: told ?? scored, note: newest.comment ?? '' }
}

/** The same as feedback, in the form that verdicts of sessions have. An empty one takes back what stood there. */
export function feedbackOf({ verdict, note }: Judged): FeedbackSubmission {
  const words = note.trim()
  return {
    ...(verdict && verdict !== 'unsure' && { score: verdict === 'pass' }),
    ...(verdict && { value: verdict }),
    ...(words && { comment: words }),
  }
}
