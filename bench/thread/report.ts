import os from 'node:os'
import { percentile } from '../page-costs.ts'
import type { FreshFigures, ScrollFigures, StreamFigures, Visit } from './measure.ts'

/** Of one subject, each measured so many times. */
export interface Figures {
  fast: readonly StreamFigures[]
  slow: readonly StreamFigures[]
  typing: readonly StreamFigures[]
  scroll: readonly ScrollFigures[]
  readableMs: readonly number[]
  fresh: readonly FreshFigures[]
}

const middle = <One>(list: readonly One[], pick: (one: One) => number) =>
  percentile(list.map(pick), 0.5)
const round = (value: number, digits = 0) => value.toFixed(digits)

/** The figures as a table in markdown: ours, the floor of the same run, and whether the goal was reached. */
export function report(ours: Figures, floor: Figures): string {
  const rows: string[] = []
  const row = (what: string, own: string, bare: string, goal: string, isReached: boolean) => {
    rows.push(`| ${what} | ${own} | ${bare} | ${goal} | ${isReached ? 'reached' : '**missed**'} |`)
  }
  const compared = (
    what: string,
    most: number,
    pick: (figures: Figures) => number,
    unit = 'ms',
  ): void => {
    const [own, bare] = [pick(ours), pick(floor)]
    row(
      what,
      `${round(own)} ${unit}, ${round(own / bare, 1)}×`,
      `${round(bare)} ${unit}`,
      `at most ${most}×`,
      own <= most * bare,
    )
  }
  const least = (what: string, goal: number, pick: (figures: Figures) => number): void =>
    row(what, round(pick(ours), 1), round(pick(floor), 1), `at least ${goal}`, pick(ours) >= goal)
  const most = (
    what: string,
    goal: number,
    unit: string,
    pick: (figures: Figures) => number,
    digits = 0,
  ): void =>
    row(
      what,
      `${round(pick(ours), digits)} ${unit}`.trim(),
      `${round(pick(floor), digits)} ${unit}`.trim(),
      `at most ${goal} ${unit}`.trim(),
      pick(ours) <= goal,
    )
  const streams = ({ fast, slow, typing }: Figures) => [...fast, ...slow, ...typing]

  least('Text grows, times a second, at 50 tokens a second', 20, ({ slow }) =>
    middle(slow, (one) => one.growthASecond),
  )
  least('The same at 1,000', 15, ({ fast }) => middle(fast, (one) => one.growthASecond))
  compared('Main thread at 50 tokens a second', 2, ({ slow }) =>
    middle(slow, (one) => one.mainThreadMs),
  )
  compared('Main thread at 1,000', 2, ({ fast }) => middle(fast, (one) => one.mainThreadMs))
  compared('Key to frame while streaming, 95th percentile', 1.5, ({ typing }) =>
    middle(typing, (one) => one.keyP95Ms),
  )
  most('Tasks over 50 ms, of all runs', 0, '', (figures) =>
    streams(figures).reduce((sum, { tasksOver50 }) => sum + tasksOver50.length, 0),
  )
  most('Last byte to screen', 80, 'ms', ({ fast }) => middle(fast, (one) => one.lastByteToScreenMs))
  most(
    'Frames over 25 ms, scrolling through 2,000 messages',
    1,
    '%',
    ({ scroll }) => 100 * middle(scroll, (one) => one.slowFrames),
    1,
  )
  most(
    'Main thread a frame, scrolling',
    5,
    'ms',
    ({ scroll }) => middle(scroll, (one) => one.threadMsPerFrame),
    1,
  )
  compared('2,000 messages readable', 3.5, ({ readableMs }) => percentile(readableMs, 0.5))
  most('New thread, nothing kept: scripts', 160, 'KB', ({ fresh }) =>
    middle(fresh, ({ usable }) => usable.scriptKb),
  )
  most('New thread: requests', 10, '', ({ fresh }) =>
    middle(fresh, ({ usable }) => usable.requests),
  )
  compared('New thread: a message can be written', 4, ({ fresh }) =>
    middle(fresh, ({ usable }) => usable.ms),
  )
  const complete = (pick: (visit: Visit) => number) =>
    round(middle(ours.fresh, (one) => pick(one.complete)))
  rows.push(
    `| New thread: the composer is the console’s own | ${complete(({ ms }) => ms)} ms, ${complete(({ scriptKb }) => scriptKb)} KB, ${complete(({ requests }) => requests)} requests | | | |`,
  )

  const cpu = os.cpus()[0]?.model ?? 'unknown processor'
  return [
    `Measured on ${os.availableParallelism()} × ${cpu}, load ${round(os.loadavg()[0] ?? 0, 1)}, median of ${ours.fast.length} rounds.`,
    '',
    '| What | Console | Floor | Goal | |',
    '|---|---:|---:|---|---|',
    ...rows,
  ].join('\n')
}
