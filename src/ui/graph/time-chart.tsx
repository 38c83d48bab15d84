import { useEffect, useRef } from 'react'
import type UPlot from 'uplot'
import { formatClockTime } from '../format/format-time.ts'
import { colorToken, mountPlot, plotFont } from './mount-plot.ts'

export type TimeChartProps = {
  /** Read out in place of the drawing. */
  label: string
  /** Milliseconds since 1970, oldest first. */
  times: readonly number[]
  /** For each line its values, null where there is none. One or two lines. */
  lines: readonly (readonly (number | null)[])[]
  /** The scale goes up to this at least. */
  least: number
  /** Drawn across: what must not be exceeded. */
  limit?: number | null
  format: (value: number) => string
}

const height = 96
const colors = ['--accent', '--warn'] as const

/** A small chart of what was measured over some minutes. Load it late: it is heavy. */
export function TimeChart(props: TimeChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const shown = useRef<UPlot>(null)
  // The scales and formats are asked for with each drawing: the latest count.
  const latest = useRef(props)
  const lineCount = props.lines.length
  const hasLimit = props.limit != null

  useEffect(() => {
    if (!host.current) return
    const { plot, remove } = mountPlot(
      host.current,
      optionsOf(lineCount, hasLimit, () => latest.current),
      dataOf(latest.current),
    )
    shown.current = plot
    return () => {
      shown.current = null
      remove()
    }
  }, [lineCount, hasLimit])
  useEffect(() => {
    latest.current = props
    shown.current?.setData(dataOf(props))
  }, [props])

  return <div ref={host} role="img" aria-label={props.label} style={{ height }} />
}

function dataOf({ times, lines, limit }: TimeChartProps): UPlot.AlignedData {
  const limits = limit == null ? [] : [times.map(() => limit)]
  return [times.map((time) => time / 1000), ...lines.map((line) => [...line]), ...limits]
}

function optionsOf(
  lineCount: number,
  hasLimit: boolean,
  latest: () => TimeChartProps,
): Omit<UPlot.Options, 'width'> {
  const axis = { stroke: () => colorToken('--ink-3'), font: plotFont, ticks: { show: false } }
  return {
    height,
    // A label of the last moment reaches over the end.
    padding: [8, 30, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: true },
      y: {
        range: (_plot, _low, high) => [0, Math.max(latest().least, (high ?? 0) * 1.1)],
      },
    },
    axes: [
      {
        ...axis,
        size: 20,
        space: 70,
        grid: { show: false },
        values: (_plot, splits, _axis, _space, step) => splits.map((at) => clockLabel(at, step)),
      },
      {
        ...axis,
        size: 52,
        space: 28,
        grid: { stroke: () => colorToken('--line'), width: 1 },
        values: (_plot, splits) => splits.map((value) => latest().format(value)),
      },
    ],
    series: [
      {},
      ...Array.from({ length: lineCount }, (_, index) => ({
        stroke: () => colorToken(colors[index] ?? '--ink-3'),
        width: 1.5,
        ...(index > 0 && { dash: [4, 3] }),
        points: { show: false },
      })),
      ...(hasLimit
        ? [{ stroke: () => colorToken('--bad'), width: 1, dash: [2, 3], points: { show: false } }]
        : []),
    ],
  }
}

/** With seconds only where minutes would not tell one label from the next. */
function clockLabel(seconds: number, step: number): string {
  const time = formatClockTime(seconds * 1000)
  return step < 60 ? time : time.slice(0, 5)
}
