import { useNow } from '../../ui/format/use-now.ts'

type DayBarsProps = {
  title: string
  /** How many days, today the last of them. */
  span: number
  /** By day, as `2030-01-31`; a day that is not in it has none. */
  values: ReadonlyMap<string, number>
}

const dayMs = 86_400_000
/** More bars than that are no bars. */
const mostBars = 92

/** A number by day as bars, from zero; the table of it is the export. */
export function DayBars({ title, span, values }: DayBarsProps) {
  const now = useNow('half-minute')
  const all = Array.from({ length: span }, (_, index) =>
    new Date(now - (span - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
  const days = span > mostBars ? byMonth(all) : all.map((day) => ({ name: day, days: [day] }))
  const bars = days.map(({ name, days: within }) => ({
    name,
    value: within.reduce((sum, day) => sum + (values.get(day) ?? 0), 0),
  }))
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const top = bars.find(({ value }) => value === most)
  return (
    <figure className="m-0 flex min-w-0 flex-col gap-1.5">
      <figcaption className="flex items-baseline gap-2">
        <span className="grow font-semibold first-letter:uppercase">{title}</span>
        {top && (
          <span className="text-ink-3 text-sm tabular-nums">at most {most.toLocaleString()}</span>
        )}
      </figcaption>
      <div
        role="img"
        aria-label={`${title} by day, at most ${top ? `${most} on ${top.name}` : 'none'}`}
        className="flex h-24 items-end gap-px border-b"
      >
        {bars.map(({ name, value }) => (
          <div
            key={name}
            title={`${name}: ${value.toLocaleString()}`}
            className="flex h-full min-w-0 grow basis-0 items-end"
          >
            <div
              className="w-full rounded-t-[2px] bg-accent"
              style={{ height: value === 0 ? 0 : `${Math.max(3, (value / most) * 100)}%` }}
            />
          </div>
        ))}
      </div>
      <div className="flex justify-between text-ink-3 text-sm tabular-nums">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </div>
    </figure>
  )
}

function byMonth(days: readonly string[]) {
  const months = new Map<string, string[]>()
  for (const day of days) {
    const month = day.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), day])
  }
  return [...months].map(([name, within]) => ({ name, days: within }))
}
