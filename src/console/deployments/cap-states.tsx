import { moneyText } from '../../chat/inspector/usage-words.ts'
import type { UsageCapName } from '../../contract/agent-server/usage.ts'
import type { CapState } from '../../contract/control-plane/deployment-usage.ts'
import { cx } from '../../ui/cx.ts'
import { formatExactTime } from '../../ui/format/format-time.ts'
import { Note } from '../../ui/page/note.tsx'

/** From here on a limit is said to be near. */
const nearShare = 0.8

type CapStatesProps = { caps: readonly CapState[]; currency: string | null }

/** How far the limits of a deployment are used, and what follows where one is used up or nearly. */
export function CapStates({ caps, currency }: CapStatesProps) {
  if (caps.length === 0) return null
  const reached = caps.find(({ used, most }) => used >= most)
  const near = caps.find(({ used, most }) => used >= most * nearShare)
  return (
    <div className="flex flex-col gap-2">
      {reached ? (
        <Note tone="bad" title="New runs are refused: a limit is used up">
          {until(reached)}
        </Note>
      ) : (
        near && (
          <Note tone="warn" title="A limit is nearly used up">
            New runs are refused from there on. {until(near)}
          </Note>
        )
      )}
      <ul aria-label="Limits" className="grid gap-x-6 gap-y-2 min-[600px]:grid-cols-2">
        {caps.map((cap) => (
          <li key={cap.limit}>
            <div className="flex flex-wrap justify-between gap-x-3 text-sm">
              <span className="text-ink-2">{capWords[cap.limit]}</span>
              <span className="tabular-nums">
                {amount(cap, cap.used, currency)} of {amount(cap, cap.most, currency)}
              </span>
            </div>
            <div aria-hidden className="mt-1 h-1 overflow-hidden rounded-full bg-sunken">
              <div
                className={cx('h-full', tone(cap))}
                style={{ width: `${Math.min(100, (cap.used / cap.most) * 100)}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The limits in words. */
export const capWords: Record<UsageCapName, string> = {
  tokens_per_day: 'Tokens a day',
  tokens_per_month: 'Tokens a month',
  cost_per_day: 'Cost a day',
  cost_per_month: 'Cost a month',
}

function tone({ used, most }: CapState): string {
  if (used >= most) return 'bg-bad'
  return used >= most * nearShare ? 'bg-warn' : 'bg-accent'
}

function until({ limit, free_at }: CapState): string {
  const period = limit.endsWith('day') ? 'day' : 'month'
  return `The next ${period} begins ${formatExactTime(Date.parse(free_at))}.`
}

function amount({ limit }: CapState, value: number, currency: string | null): string {
  return limit.startsWith('cost') && currency !== null
    ? moneyText(value, currency)
    : value.toLocaleString('en-GB')
}
