import { useEffect, useRef, useState } from 'react'
import type UPlot from 'uplot'
import { plotFont as font, mountPlot, colorToken as token } from '../../ui/graph/mount-plot.ts'
import { lineLooks } from './line-looks.ts'
import { type LiveMark, LiveMarks } from './live-marks.tsx'
import { dayText } from './moments.ts'
import { meanText, type ScoreLine } from './score-lines.ts'

type ScoreChartProps = {
  /** Read out in place of the drawing. */
  label: string
  /** As `2030-01-31`, oldest first. */
  days: readonly string[]
  lines: readonly { line: ScoreLine; label: string }[]
  /** Where revisions went live. */
  marks: readonly LiveMark[]
}

/** Where the marks are, in pixels: `xs` from the left edge of the plot, that from the edge of the chart. */
interface Places {
  left: number
  width: number
  xs: readonly number[]
}

const height = 240
const daySeconds = 86_400

/** Means of scores over days, with a mark where a revision went live. */
export function ScoreChart(props: ScoreChartProps) {
  const { label, days, lines } = props
  const host = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<{ index: number; left: number } | null>(null)
  const [places, setPlaces] = useState<Places>()

  useEffect(() => {
    const element = host.current
    if (!element) return
    const { marks } = props
    const { remove } = mountPlot(
      element,
      {
        ...optionsOf(props),
        hooks: {
          draw: [
            (drawn) => {
              const next = placesOf(drawn, marks)
              drawMarks(drawn, next)
              setPlaces((before) => (isSame(before, next) ? before : next))
            },
          ],
          setCursor: [
            ({ cursor }) =>
              setPointed(
                typeof cursor.idx === 'number' && cursor.left !== undefined && cursor.left >= 0
                  ? { index: cursor.idx, left: cursor.left }
                  : null,
              ),
          ],
        },
      },
      [props.days.map(secondsOf), ...props.lines.map(({ line }) => [...line.means])],
    )
    return remove
  }, [props])

  const day = pointed && days[pointed.index]
  return (
    <div className="relative">
      <div ref={host} role="img" aria-label={label} style={{ height }} />
      {places && places.xs.length > 0 && (
        <LiveMarks
          left={places.left}
          width={places.width}
          marks={props.marks.map((mark, at) => ({ ...mark, x: places.xs[at] ?? 0 }))}
        />
      )}
      {pointed && day && (
        <div
          className="pointer-events-none absolute top-7 z-10 max-w-60 rounded-control border bg-raised px-2.5 py-1.5 text-sm shadow-float"
          style={pointed.left > (host.current?.clientWidth ?? 0) / 2 ? { left: 48 } : { right: 12 }}
        >
          <div className="text-ink-2">{dayText(day)}</div>
          {lines.map(
            ({ line, label: name }) =>
              line.means[pointed.index] != null && (
                <div key={name} className="flex gap-2 whitespace-nowrap tabular-nums">
                  <span className="min-w-0 grow truncate">{name}</span>
                  <span className="font-strong">{meanText(line.means[pointed.index] ?? null)}</span>
                  <span className="text-ink-3">of {line.counts[pointed.index]}</span>
                </div>
              ),
          )}
        </div>
      )}
    </div>
  )
}

function optionsOf({ days, lines, marks }: ScoreChartProps): Omit<UPlot.Options, 'width'> {
  const axis = { stroke: () => token('--ink-3'), font, ticks: { show: false } }
  const grid = { stroke: () => token('--line'), width: 1 }
  const times = [...days.map(secondsOf), ...marks.map(({ at }) => at / 1000)]
  const first = Math.min(...times)
  const last = Math.max(...times)
  // One day alone would have no width.
  const room = Math.max((last - first) * 0.03, daySeconds / 2)
  return {
    height,
    padding: [26, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: true, range: [first - room, last + room] },
      y: { range: (_plot, low, high) => scoreRange(low, high) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_plot, splits) => splits.map(dateLabel),
        incrs: dayIncrements,
      },
      { ...axis, grid, size: 44 },
    ],
    series: [
      {},
      ...lines.map((_, index) => ({
        stroke: () => token(lineLooks[index]?.color ?? '--ink-3'),
        dash: lineLooks[index]?.dash ?? [],
        width: 2,
        spanGaps: true,
        points: { show: true, size: 6, fill: () => token('--surface') },
      })),
    ],
  }
}

const dayIncrements = [1, 2, 7, 14, 30, 61, 183, 365].map((days) => days * daySeconds)

/** The usual scales whole, so that a chart does not make much of little; any other with some room. */
function scoreRange(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1]
  if (low >= -1 && high <= 1) return [low < 0 ? -1.1 : -0.05, 1.1]
  const room = Math.max((high - low) * 0.1, 0.5)
  return [low - room, high + room]
}

function placesOf(plot: UPlot, marks: ScoreChartProps['marks']): Places {
  const { left, width } = plot.bbox
  return {
    left: left / devicePixelRatio,
    width: width / devicePixelRatio,
    xs: marks.map(({ at }) => Math.round(plot.valToPos(at / 1000, 'x'))),
  }
}

function isSame(before: Places | undefined, next: Places): boolean {
  return JSON.stringify(before) === JSON.stringify(next)
}

function drawMarks({ ctx, bbox }: UPlot, { xs }: Places): void {
  ctx.save()
  ctx.strokeStyle = token('--ink-3')
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio])
  for (const x of xs) {
    const at = bbox.left + x * devicePixelRatio
    ctx.beginPath()
    ctx.moveTo(at, bbox.top)
    ctx.lineTo(at, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

/** The beginning of the day here. */
function secondsOf(day: string): number {
  return new Date(`${day}T00:00`).getTime() / 1000
}

function dateLabel(seconds: number): string {
  return dayText(new Date(seconds * 1000).toLocaleDateString('sv'))
}
