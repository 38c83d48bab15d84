import os from 'node:os'
import type { OpenFigures, StreamFigures, Subject } from './measure.ts'

/** The figures as a table in markdown, each with its goal. */
export function report(figures: {
  streams: ReadonlyMap<Subject, readonly StreamFigures[]>
  typing: StreamFigures
  opened: readonly OpenFigures[]
  heap: readonly number[]
}): string {
  const { streams, typing, opened, heap } = figures
  const of = (subject: Subject, pick: (figures: StreamFigures) => number) =>
    median((streams.get(subject) ?? []).map(pick))
  const main = (subject: Subject) => of(subject, (one) => one.mainThreadMs)
  const [short, long] = opened
  const half = heap.slice(Math.floor(heap.length / 2))
  const growth = (half.at(-1) ?? 0) - (half[0] ?? 0)
  const perAnswer = half.length > 1 ? growth / (half.length - 1) : 0
  const rows: [string, string, string, boolean | null][] = [
    ['Main thread, floor', ms(main('floor')), '', null],
    ['Main thread, ours', ms(main('ours')), '', null],
    ['Main thread, usual way', ms(main('usual')), '', null],
    ['Main thread, whole message as new HTML', ms(main('plain')), '', null],
    [
      'Ours to the floor',
      times(main('ours') / main('floor')),
      'at most 2.5×',
      main('ours') <= 2.5 * main('floor'),
    ],
    [
      'Usual way to ours',
      times(main('usual') / main('ours')),
      'at least 5×',
      main('usual') >= 5 * main('ours'),
    ],
    ['New HTML to ours', times(main('plain') / main('ours')), '', null],
    [
      'Text drawn a second: ours, usual way, new HTML',
      (['ours', 'usual', 'plain'] as const)
        .map((subject) => Math.round(of(subject, (one) => one.drawingsASecond)))
        .join(', '),
      '',
      null,
    ],
    ['Last byte to screen, usual way', ms(of('usual', (one) => one.lastByteToScreenMs)), '', null],
    below(
      'Last byte to screen',
      of('ours', (one) => one.lastByteToScreenMs),
      100,
    ),
    below(
      'Longest task',
      of('ours', (one) => one.longestTaskMs),
      50,
    ),
    below('Key to frame while streaming, 95th percentile', typing.inputP95Ms ?? Number.NaN, 30),
    ['500 messages readable after', ms(short?.readableMs ?? Number.NaN), '', null],
    below('2,000 messages readable after', long?.readableMs ?? Number.NaN, 350),
    ['DOM elements', String(long?.elements), 'under 3,000', (long?.elements ?? 0) < 3000],
    ['Heap with 2,000 messages', mb(long?.heapMb), 'under 40 MB', (long?.heapMb ?? 99) < 40],
    [
      `Heap after ${heap.length} answers of 24 KB, growth an answer`,
      `${mb(heap.at(-1))}, ${(perAnswer * 1024).toFixed(0)} KB`,
      'what the thread itself holds',
      null,
    ],
  ]
  const body = rows.map(
    ([name, value, goal, isReached]) =>
      `| ${name} | ${value} | ${goal} | ${isReached === null ? '' : isReached ? 'reached' : '**missed**'} |`,
  )
  const cpu = os.cpus()[0]?.model ?? 'unknown processor'
  return [
    `Measured on ${os.cpus().length} × ${cpu}, load ${os.loadavg()[0]?.toFixed(1)}, median of ${streams.get('ours')?.length ?? 0} rounds.`,
    '',
    '| What | Value | Goal | |',
    '|---|---:|---|---|',
    ...body,
  ].join('\n')
}

function below(name: string, value: number, goal: number): [string, string, string, boolean] {
  return [name, ms(value), `under ${goal} ms`, value < goal]
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const ms = (value: number) => `${Math.round(value)} ms`
const times = (value: number) => `${value.toFixed(1)}×`
const mb = (value: number | undefined) => `${value?.toFixed(1)} MB`
