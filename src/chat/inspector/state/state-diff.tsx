import { useMemo } from 'react'
import { cx } from '../../../ui/cx.ts'
import { JsonView } from '../../../ui/page/json-view.tsx'
import { type JsonChange, jsonDiff } from './json-diff.ts'

/** Of more changes each is folded: the list of them comes first. */
const mostOpen = 3

type StateDiffProps = {
  before: unknown
  after: unknown
  /** What the two are: “step 3 and step 4”. */
  label: string
}

const looks = {
  added: { word: 'added', className: 'text-ok' },
  removed: { word: 'removed', className: 'text-bad' },
  changed: { word: 'changed', className: 'text-warn' },
} as const

/** What changed from one state to another, change by change. */
export function StateDiff({ before, after, label }: StateDiffProps) {
  const changes = useMemo(() => jsonDiff(before, after), [before, after])
  if (changes.length === 0) return <p className="text-ink-3 text-sm">Nothing changed.</p>
  return (
    <ul aria-label={`Changes between ${label}`} className="grid gap-2">
      {changes.map((change) => (
        <li key={`${change.kind} ${change.path}`} className="min-w-0">
          <div className="flex items-baseline gap-2 text-sm">
            <span className={cx('font-medium', looks[change.kind].className)}>
              {looks[change.kind].word}
            </span>
            <span className="mono min-w-0 [overflow-wrap:anywhere]">
              {change.path || 'everything'}
            </span>
          </div>
          <Sides change={change} label={label} openDepth={changes.length > mostOpen ? 0 : 1} />
        </li>
      ))}
    </ul>
  )
}

type SidesProps = { change: JsonChange; label: string; openDepth: number }

function Sides({ change, label, openDepth }: SidesProps) {
  const { path } = change
  return (
    <div className="mt-1 grid gap-1">
      {change.kind !== 'added' && (
        <div className="border-bad border-l-2">
          <JsonView
            value={change.before}
            label={`${label}, before: ${path}`}
            openDepth={openDepth}
          />
        </div>
      )}
      {change.kind !== 'removed' && (
        <div className="border-ok border-l-2">
          <JsonView value={change.after} label={`${label}, after: ${path}`} openDepth={openDepth} />
        </div>
      )}
    </div>
  )
}
