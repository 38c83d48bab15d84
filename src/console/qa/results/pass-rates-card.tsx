import type { Results, TargetResult } from '../../../contract/qa/results.ts'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/page/card.tsx'
import { percentText, scaleStart } from './figures.ts'
import type { TargetName } from './target-names.ts'

type PassRatesCardProps = { results: Results; names: readonly TargetName[] }

const rowClass = 'grid grid-cols-[66px_minmax(0,1fr)_92px] items-center gap-3'

/** Which share of the cases passed on each target, and how sure that is. */
export function PassRatesCard({ results, names }: PassRatesCardProps) {
  const { targets, words } = results
  const start = scaleStart(targets.flatMap(({ interval }) => interval?.low ?? []))
  return (
    <Card className="px-4 py-3.5">
      <h2 className="mb-2 font-semibold text-base">Pass rate</h2>
      {targets.map((target, index) => (
        <Rate
          key={names[index]?.role}
          target={target}
          role={names[index]?.role ?? ''}
          start={start}
          isCandidate={index === targets.length - 1}
        />
      ))}
      <div aria-hidden className={cx(rowClass, 'text-ink-3 text-xs tabular-nums')}>
        <span />
        <span className="flex justify-between">
          <span>{Math.round(start * 100)}</span>
          <span>{Math.round((start + 1) * 50)}</span>
          <span>100 %</span>
        </span>
        <span />
      </div>
      {words.pass_rate && <p className="mt-2 text-ink-2 text-sm">{words.pass_rate}</p>}
    </Card>
  )
}

type RateProps = { target: TargetResult; role: string; start: number; isCandidate: boolean }

function Rate({ target, role, start, isCandidate }: RateProps) {
  const { cases, passed, interval } = target
  const share = cases > 0 ? passed / cases : null
  return (
    <div className={cx(rowClass, 'h-[30px]')}>
      <span className="truncate">{role}</span>
      {interval && share !== null ? (
        <IntervalBar
          share={share}
          low={interval.low}
          high={interval.high}
          start={start}
          isCandidate={isCandidate}
        />
      ) : (
        <span className="text-ink-3 text-sm">no case has ended</span>
      )}
      <span className="whitespace-nowrap text-right tabular-nums">
        {share !== null && <b className="font-semibold">{percentText(share)}</b>}{' '}
        <span className="text-ink-2 text-sm">
          {passed}/{cases}
        </span>
      </span>
    </div>
  )
}

type IntervalBarProps = {
  share: number
  low: number
  high: number
  start: number
  isCandidate: boolean
}

/** A share with the interval that the true one may lie in, on a scale that ends with 1. */
function IntervalBar({ share, low, high, start, isCandidate }: IntervalBarProps) {
  const at = (value: number) => `${((value - start) / (1 - start)) * 100}%`
  return (
    <span
      role="img"
      aria-label={`${percentText(share)}, between ${percentText(low)} and ${percentText(high)} with 95 % confidence`}
      className="relative h-[22px]"
    >
      <span className="absolute inset-x-0 top-2.5 h-px bg-line" />
      <span
        className={cx(
          'absolute top-2 h-1.5 rounded-full opacity-45',
          isCandidate ? 'bg-accent' : 'bg-ink-3',
        )}
        style={{ left: at(low), right: `calc(100% - ${at(high)})` }}
      />
      <span
        className={cx(
          'absolute top-1 -ml-px h-3.5 w-[3px] rounded-full',
          isCandidate ? 'bg-accent' : 'bg-ink',
        )}
        style={{ left: at(share) }}
      />
    </span>
  )
}
