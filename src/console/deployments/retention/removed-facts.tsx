import { type Retention, retentionNames } from '../../../contract/control-plane/retention.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { isOn, retentionWords, ruleOf } from './retention-values.ts'

/** What went in the last 30 days, and how far the removal is. */
export function RemovedFacts({ retention }: { retention: Retention }) {
  const { rule, removed, swept_at, updated_at, updated_by } = retention
  return (
    <Card>
      <CardHeader title="Removed" detail="last 30 days" />
      <CardBody>
        <Facts>
          {retentionNames.map((name) => (
            <Fact key={name} term={retentionWords[name]}>
              <span className="tabular-nums">{removed[name].toLocaleString('en-GB')}</span>
            </Fact>
          ))}
          {isOn(ruleOf(rule)) && (
            <Fact term="Up to date">
              {swept_at ? <RelativeTime value={swept_at} /> : 'not yet: it is being removed'}
            </Fact>
          )}
          {updated_at && (
            <Fact term="Set">
              <RelativeTime value={updated_at} />
              {updated_by && ` by ${updated_by}`}
            </Fact>
          )}
        </Facts>
      </CardBody>
    </Card>
  )
}
