import os from 'node:os'
import type { ScrollFigures } from './measure.ts'

export interface ListFigures {
  name: string
  readMs: number
  /** Scrolling 400 pixels a frame. */
  scroll: ScrollFigures
  /** Scrolling 100 pixels a frame. */
  slow: ScrollFigures
  typingMs: number
}

export interface LogFigures {
  lines: number
  readMs: number
  elements: number
  typingMs: number
  /** After each of the parts in which the lines came, in MB. */
  heap: readonly number[]
}

const frameMs = 1000 / 60

/** The figures as a table in markdown, each with its goal. */
export function report(
  lists: readonly ListFigures[],
  everyRow: Omit<ListFigures, 'name' | 'readMs' | 'slow'>,
  log: LogFigures,
): string {
  const rows: [string, string, string, boolean | null][] = []
  for (const { name, readMs, scroll, slow, typingMs } of lists) {
    rows.push(
      [`${name}: read after`, ms(readMs), '', null],
      [
        `${name}: processor time of a frame while scrolling`,
        ms(scroll.threadMsPerFrame),
        `under ${frameMs.toFixed(1)} ms`,
        scroll.threadMsPerFrame < frameMs,
      ],
      [
        `${name}: the same at a quarter of the speed`,
        ms(slow.threadMsPerFrame),
        `under ${frameMs.toFixed(1)} ms`,
        slow.threadMsPerFrame < frameMs,
      ],
      [`${name}: from frame to frame, 95th percentile`, ms(scroll.frameP95Ms), '', null],
      [
        `${name}: elements, every row to ours`,
        times(everyRow.scroll.elements / scroll.elements),
        'at least 10×',
        everyRow.scroll.elements >= 10 * scroll.elements,
      ],
      [`${name}: slowest key to the filtered list`, ms(typingMs), 'under 100 ms', typingMs < 100],
      [`${name}: every row to ours, the same key`, times(everyRow.typingMs / typingMs), '', null],
    )
  }
  // By then a page keeps as many lines as it ever does.
  const [first = Number.NaN] = log.heap.slice(-3)
  const growth = (log.heap.at(-1) ?? Number.NaN) - first
  rows.push(
    [
      'Every row drawn: processor time of a frame, slowest key',
      `${ms(everyRow.scroll.threadMsPerFrame)}, ${ms(everyRow.typingMs)}`,
      '',
      null,
    ],
    [`Log: ${log.lines} lines read after`, ms(log.readMs), '', null],
    ['Log: elements', String(log.elements), 'under 3,000', log.elements < 3_000],
    ['Log: slowest key to the found lines', ms(log.typingMs), 'under 100 ms', log.typingMs < 100],
    [
      'Log: heap after each tenth',
      log.heap.map((size) => size.toFixed(0)).join(', '),
      'grows by less than 5 MB in the last three',
      growth < 5,
    ],
  )
  const body = rows.map(
    ([name, value, goal, isReached]) =>
      `| ${name} | ${value} | ${goal} | ${isReached === null ? '' : isReached ? 'reached' : '**missed**'} |`,
  )
  const cpu = os.cpus()[0]?.model ?? 'unknown processor'
  const load = os.loadavg()[0]?.toFixed(1)
  return [
    `${os.availableParallelism()} × ${cpu}, Node ${process.versions.node}, load ${load}`,
    '',
    '| Measure | Value | Goal | |',
    '|---|---|---|---|',
    ...body,
  ].join('\n')
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
}

function times(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}×`
}
