import { Link } from 'react-router-dom'
import type { FeedbackGroup } from '../../contract/tracing/feedback.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { Card } from '../../ui/page/card.tsx'
import { paths } from '../paths.ts'
import { meanText, type ScoreTotal, totalOf, totalsBy } from './score-lines.ts'

type RatedNowProps = {
  deploymentId: string
  /** The revision that serves; null where none does. */
  servingId: string | null
  /** All votes ever, by key and revision. */
  groups: readonly FeedbackGroup[]
  /** What the revisions are that do not serve: with those of previews they are not only earlier ones. */
  others: 'all before' | 'all others'
}

const mostKeys = 4

/** How what serves now is rated, key by key, beside all other revisions. */
export function RatedNow({ deploymentId, servingId, groups, others }: RatedNowProps) {
  const now = groups.filter(({ revision_id }) => servingId !== null && revision_id === servingId)
  const keys = totalsBy(groups, 'key').slice(0, mostKeys)
  return (
    <Card>
      <p className="border-b px-4 py-3">
        {servingId === null ? (
          `No revision serves now. These are the votes on ${others}.`
        ) : (
          <>
            {now.length > 0 ? 'The serving revision ' : 'Nobody has rated the serving revision '}
            <Link
              to={paths.revision(deploymentId, servingId)}
              title={servingId}
              className="mono rounded-sm text-ink underline decoration-line-strong underline-offset-2"
            >
              {shortId(servingId)}
            </Link>
            {now.length > 0
              ? ` is rated ${sentence(totalsBy(now, 'key'))}.`
              : ` yet. Below are the votes on ${others}.`}
          </>
        )}
      </p>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(170px,1fr))]">
        {keys.map(({ id, total }) => {
          const ofKey = groups.filter(({ key }) => key === id)
          const current = totalOf(now.filter(({ key }) => key === id))
          const earlier = totalOf(ofKey.filter((group) => !now.includes(group)))
          const shown = current.count > 0 ? current : total
          return (
            <div key={id} className="min-w-0 px-4 py-3">
              <dt className="mono truncate text-ink-2" title={id ?? undefined}>
                {id}
              </dt>
              <dd>
                <span className="block font-title text-xl tabular-nums">
                  {meanText(shown.mean)}
                </span>
                <span className="block text-ink-2 text-sm tabular-nums">{countsText(shown)}</span>
                {current.count > 0 && earlier.mean !== null && (
                  <span className="block text-ink-3 text-sm tabular-nums">
                    {others === 'all before' ? 'before' : 'others'}: {meanText(earlier.mean)} of{' '}
                    {earlier.scoreCount}
                  </span>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </Card>
  )
}

function sentence(totals: readonly { id: string | null; total: ScoreTotal }[]): string {
  return totals
    .slice(0, mostKeys)
    .map(({ id, total }) => `${meanText(total.mean)} by ${id} (${votesText(total.count)})`)
    .join(', ')
}

function countsText({ count, positive, negative, comments }: ScoreTotal): string {
  const parts = [votesText(count)]
  if (positive > 0) parts.push(`${positive} above 0`)
  if (negative > 0) parts.push(`${negative} below`)
  if (comments > 0) parts.push(`${comments} with words`)
  return parts.join(' · ')
}

function votesText(count: number): string {
  return `${count} ${count === 1 ? 'vote' : 'votes'}`
}
