import os from 'node:os'
import { percentile } from '../page-costs.ts'
import type { StreamFigures } from '../thread/measure.ts'
import type { Opening } from './opening.ts'

/** Of one subject, each measured so many times. */
export interface Figures {
  fast: readonly StreamFigures[]
  slow: readonly StreamFigures[]
  typing: readonly StreamFigures[]
}

const middle = <One>(list: readonly One[], pick: (one: One) => number) =>
  percentile(list.map(pick), 0.5)
const round = (value: number, digits = 0) => value.toFixed(digits)

/** The figures as a table in markdown: the embed's, and the floor of the same run. */
export function report(ours: Figures, floor: Figures, opened: readonly Opening[]): string {
  const rows: string[] = []
  const compared = (what: string, pick: (figures: Figures) => number, unit: string, digits = 0) => {
    const [own, bare] = [pick(ours), pick(floor)]
    const times = `${round(own / bare, 1)}×`
    rows.push(
      `| ${what} | ${round(own, digits)} ${unit}, ${times} | ${round(bare, digits)} ${unit} |`,
    )
  }
  const own = (what: string, value: string) => rows.push(`| ${what} | ${value} | |`)
  const growth = (one: StreamFigures) => one.growthASecond
  compared('Text grows at 50 tokens a second', ({ slow }) => middle(slow, growth), 'a second', 1)
  compared('The same at 1,000', ({ fast }) => middle(fast, growth), 'a second', 1)
  const work = (one: StreamFigures) => one.mainThreadMs
  compared('Main thread at 50 tokens a second', ({ slow }) => middle(slow, work), 'ms')
  compared('Main thread at 1,000', ({ fast }) => middle(fast, work), 'ms')
  compared(
    'Key to frame while streaming, 95th percentile',
    ({ typing }) => middle(typing, (one) => one.keyP95Ms),
    'ms',
  )
  compared('Last byte to screen', ({ fast }) => middle(fast, (one) => one.lastByteToScreenMs), 'ms')
  const tasks = [...ours.fast, ...ours.slow, ...ours.typing].flatMap((one) => one.tasksOver50)
  own('Tasks over 50 ms on the page, of all runs', tasks.length === 0 ? 'none' : tasks.join(', '))
  own('Bubble to be pressed, nothing kept', `${round(middle(opened, (one) => one.bubbleMs))} ms`)
  own('Press to a box to write in', `${round(middle(opened, (one) => one.panelMs))} ms`)
  own(
    'Fetched by then',
    `${round(middle(opened, (one) => one.kilobytes))} KB in ${round(middle(opened, (one) => one.requests))} requests`,
  )
  const cpu = os.cpus()[0]?.model ?? 'unknown processor'
  return [
    `Measured on ${os.availableParallelism()} × ${cpu}, load ${round(os.loadavg()[0] ?? 0, 1)}, median of ${ours.fast.length} rounds.`,
    '',
    '| What | Chat on a page | Floor |',
    '|---|---:|---:|',
    ...rows,
  ].join('\n')
}
