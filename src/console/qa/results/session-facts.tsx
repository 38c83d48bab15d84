import type { Results } from '../../../contract/qa/results.ts'
import { formatDuration } from '../../../ui/format/format-duration.ts'
import { Card, CardBody } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'

/** How the session was made, and who judged it. */
export function SessionFacts({ results }: { results: Results }) {
  const { session, to_judge, judged, median_verdict_seconds: median, looked_early } = results
  return (
    <Card>
      <h2 className="sr-only">How it was tried</h2>
      <CardBody>
        <div className="text-sm">
          <Facts density="compact">
            <Fact term="Reviewers">{session.reviewers.join(', ') || 'whoever may judge'}</Fact>
            <Fact term="Blind">
              {session.is_blind ? 'yes' : 'no'}
              {session.seed != null && (
                <>
                  , seed <span className="mono">{session.seed}</span>
                </>
              )}
            </Fact>
            <Fact term="A case passes">
              {session.repeats === 1
                ? 'when its checks pass'
                : `${session.passes_needed} of ${session.repeats} attempts, all checks`}
              , unless more than half of who judged it marked it as failed
            </Fact>
            <Fact term="Judged">
              {judged} of {to_judge}
            </Fact>
            {looked_early.length > 0 && <Fact term="Looked early">{looked_early.join(', ')}</Fact>}
            {(session.ended_at || median != null) && (
              <Fact term="Time">
                {session.ended_at &&
                  formatDuration(Date.parse(session.ended_at) - Date.parse(session.created_at))}
                {session.ended_at && median != null && ', '}
                {median != null && `${formatDuration(median * 1000)} a verdict`}
              </Fact>
            )}
          </Facts>
        </div>
      </CardBody>
    </Card>
  )
}
