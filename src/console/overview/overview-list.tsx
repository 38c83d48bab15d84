import { Check, CircleAlert, ListChecks, Play, Rocket, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cx } from '../../ui/cx.ts'
import { Card, CardHeader } from '../../ui/page/card.tsx'

/** What a line is about; its words say the same. */
const looks = {
  fails: { Icon: TriangleAlert, tone: 'text-bad', pill: 'bg-bad-soft text-bad' },
  waits: { Icon: CircleAlert, tone: 'text-warn', pill: 'bg-warn-soft text-warn' },
  judges: { Icon: ListChecks, tone: 'text-warn', pill: 'bg-warn-soft text-warn' },
  tries: { Icon: ListChecks, tone: 'text-run', pill: 'bg-run-soft text-run' },
  runs: { Icon: Play, tone: 'text-run', pill: 'bg-run-soft text-run' },
  rolls: { Icon: Rocket, tone: 'text-run', pill: 'bg-run-soft text-run' },
  serves: { Icon: Check, tone: 'text-ok', pill: 'bg-ok-soft text-ok' },
} as const

export interface OverviewRow {
  key: string
  look: keyof typeof looks
  to: string
  title: string
  /** Where it is, less loud. */
  detail: string
  /** Since when, or for how long. */
  time: ReactNode
}

type OverviewListProps = {
  title: string
  count: string
  /** In which look the count stands out; absent: there is nothing to look at. */
  stands?: keyof typeof looks | false
  /** The lists of all of them. */
  all: readonly { label: string; to: string }[]
  rows: readonly OverviewRow[]
  /** Said where there are none. */
  none: string
}

/** A few of what an operator has to know of, each with the way to it. */
export function OverviewList({ title, count, stands = false, all, rows, none }: OverviewListProps) {
  return (
    <Card>
      <CardHeader
        title={title}
        detail={
          <span
            className={cx(
              'tabular-nums',
              stands &&
                ['rounded-full px-2 py-0.5 font-medium text-sm', looks[stands].pill].join(' '),
            )}
          >
            {count}
          </span>
        }
        actions={
          <span className="flex gap-3">
            {all.map(({ label, to }) => (
              <Link
                key={to}
                to={to}
                className="rounded-sm text-accent text-sm no-underline hover:underline"
              >
                {label}
              </Link>
            ))}
          </span>
        }
      />
      {rows.length === 0 ? (
        <p className="px-4 py-6 text-center text-ink-2">{none}</p>
      ) : (
        <ul className="divide-y">
          {rows.map((row) => (
            <li key={row.key}>
              <Link
                to={row.to}
                className="flex items-center gap-3 px-4 py-2.5 no-underline hover:bg-bg focus-visible:-outline-offset-2"
              >
                <RowIcon look={row.look} />
                <span className="min-w-0 grow">
                  <span className="flex items-baseline gap-3">
                    <span className="min-w-0 grow truncate font-medium text-ink">{row.title}</span>
                    <span className="flex-none text-ink-2 text-sm">{row.time}</span>
                  </span>
                  <span className="block truncate text-ink-2 text-sm">{row.detail}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function RowIcon({ look }: { look: OverviewRow['look'] }) {
  const { Icon, tone } = looks[look]
  return <Icon aria-hidden size={16} strokeWidth={1.6} className={`flex-none ${tone}`} />
}
