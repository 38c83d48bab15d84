import { type PointerEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import type { DeploymentRuns, RunFigures } from '../../contract/search/run-summary.ts'
import { formatExactTime } from '../../ui/format/format-time.ts'
import { Sparkline } from '../../ui/graph/sparkline.tsx'
import { partCount } from './overview-queries.ts'
import { takenOverTitle } from './taken-over.ts'

/** The time that is shown, in milliseconds since 1970. */
export interface ShownTime {
  begin: number
  end: number
}

type CourseProps = {
  parts: DeploymentRuns['parts']
  value: (part: RunFigures) => number | null
  /** What a value reads as. */
  format: (value: number) => string
  time: ShownTime
  /** When revisions took the traffic over. */
  marks: readonly number[]
  tone?: 'plain' | 'bad'
  /** What an empty part counts as, beside others: where all was in one part there is no course. */
  empty?: 0 | null
  /** The address of the runs between two moments. */
  to: (from: string, until: string) => string
}

/**
 * How a figure went over the time. The part under the pointer leads to its runs; for the keyboard the number beside it
 * leads to all of them, and their list can be narrowed down.
 */
export function Course({ parts, value, format, time, marks, tone, empty = null, to }: CourseProps) {
  const [pointed, setPointed] = useState(0)
  const byPart = new Map(parts.map((part) => [part.part, value(part)]))
  const filler = byPart.size > 1 ? empty : null
  const values = Array.from({ length: partCount }, (_, part) => byPart.get(part) ?? filler)
  const length = time.end - time.begin
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const part = Math.floor(((clientX - left) / Math.max(1, width)) * partCount)
    setPointed(Math.min(partCount - 1, Math.max(0, part)))
  }
  const [from, until] = [pointed, pointed + 1].map(
    (part) => time.begin + (part / partCount) * length,
  ) as [number, number]
  const shown = values[pointed] ?? null
  const within = marks.filter((at) => at >= from && at < until)
  const titles = [
    `From ${formatExactTime(from)}: ${shown === null ? 'nothing' : format(shown)}`,
    ...(within.length > 0 ? [takenOverTitle(within)] : []),
  ]
  return (
    <Link
      to={to(new Date(from).toISOString(), new Date(until).toISOString())}
      tabIndex={-1}
      aria-hidden
      title={titles.join('. ')}
      onPointerMove={point}
      onPointerDown={point}
      className="flex-none rounded-sm max-[599px]:hidden"
    >
      <Sparkline
        values={values}
        marks={marks.map((at) => (at - time.begin) / length)}
        {...(tone && { tone })}
      />
    </Link>
  )
}
