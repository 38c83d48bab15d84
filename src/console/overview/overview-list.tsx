import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Card, CardHeader } from '../../ui/page/card.tsx'

export interface OverviewRow {
  key: string
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
  /** The lists of all of them. */
  all: readonly { label: string; to: string }[]
  rows: readonly OverviewRow[]
  /** Said where there are none. */
  none: string
}

/** A few of what an operator has to know of, each with the way to it. */
export function OverviewList({ title, count, all, rows, none }: OverviewListProps) {
  return (
    <Card>
      <CardHeader
        title={title}
        detail={<span className="tabular-nums">{count}</span>}
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
                className="block px-4 py-2.5 no-underline hover:bg-bg focus-visible:-outline-offset-2"
              >
                <span className="flex items-baseline gap-3">
                  <span className="min-w-0 grow truncate font-medium text-ink">{row.title}</span>
                  <span className="flex-none text-ink-2 text-sm">{row.time}</span>
                </span>
                <span className="block truncate text-ink-2 text-sm">{row.detail}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
