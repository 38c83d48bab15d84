import type { Results } from '../../../contract/qa/results.ts'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/page/card.tsx'
import { counted } from './figures.ts'
import type { TargetName } from './target-names.ts'

type PreferenceCardProps = { results: Results; names: readonly TargetName[] }

/** Which answer people found better, pair by pair. */
export function PreferenceCard({ results, names }: PreferenceCardProps) {
  const { preference, words } = results
  const [first = '', second = ''] = names.map(({ role }) => role)
  return (
    <Card className="px-4 py-3.5">
      <h2 className="mb-3 font-semibold text-base">Which answer people preferred</h2>
      {preference && preference.n > 0 && (
        <>
          <div
            role="img"
            aria-label={`${second} ${preference.second}, ${first} ${preference.first}, ties ${preference.tie}, both bad ${preference.bad}, of ${counted(preference.n, 'pair')}`}
            className="flex h-[30px] gap-0.5 overflow-hidden rounded-control font-semibold text-sm tabular-nums"
          >
            <Part count={preference.second} className="bg-accent text-accent-ink" />
            <Part count={preference.tie} className="bg-idle-soft text-ink-2" />
            <Part count={preference.bad} className="bg-idle-soft text-ink-2" />
            <Part count={preference.first} className="bg-ink-2 text-surface" />
          </div>
          <div aria-hidden className="mt-1.5 mb-3 flex justify-between gap-3 text-ink-2 text-xs">
            <b className="font-semibold text-ink">{second}</b>
            <span className="tabular-nums">
              {counted(preference.tie, 'tie')} · {preference.bad} both bad
            </span>
            <b className="font-semibold text-ink">{first}</b>
          </div>
        </>
      )}
      {words.preference && <p className="text-ink-2 text-sm">{words.preference}</p>}
    </Card>
  )
}

/** As wide as its count; nothing has no width. */
function Part({ count, className }: { count: number; className: string }) {
  if (count === 0) return null
  return (
    <span
      className={cx('grid min-w-5 place-items-center', className)}
      style={{ flex: `${count} 1 0` }}
    >
      {count}
    </span>
  )
}
