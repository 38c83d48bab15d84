import os from 'node:os'
import { percentile } from '../page-costs.ts'
import type { WheelFigures } from './measure.ts'

/** The rounds of each kind. */
export interface Figures {
  running: WheelFigures[]
  ended: WheelFigures[]
  plain: WheelFigures[]
}

/** No task of the page may take longer, so that no frame does; what else the machine does is not the page's. */
const goalMs = 50

/** The figures as a table in markdown, each beside those of the bare page. */
export function report(what: string, figures: Figures): string {
  const plain = sums(figures.plain)
  const row = (name: string, rounds: WheelFigures[]) => {
    const own = sums(rounds)
    const cell = (read: (sum: typeof own) => number) =>
      `${read(own).toFixed(1)} (${(read(own) / read(plain)).toFixed(1)}×)`
    const goal = own.longestTask <= goalMs ? 'reached' : '**missed**'
    return `| ${name} | ${own.count} | ${cell((sum) => sum.median)} | ${cell((sum) => sum.p95)} | ${cell((sum) => sum.worst)} | ${own.over} | ${own.longTasks} | ${own.longestTask.toFixed(1)}, ${goal} | ${cell((sum) => sum.threadMs)} |`
  }
  return [
    `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, Node ${process.versions.node}, load ${os.loadavg()[0]?.toFixed(1)}`,
    `${what}, wheel down and up; milliseconds (× the bare page)`,
    '',
    `| Page | Frames | Median | 95th percentile | Longest | Over ${goalMs} ms | Tasks of the page over ${goalMs} ms | Longest task, processor time | Its work in a frame |`,
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    row('Grid while it runs', figures.running),
    row('Grid, ended', figures.ended),
    row('Bare page, as many rows', figures.plain),
  ].join('\n')
}

function sums(rounds: readonly WheelFigures[]) {
  const frames = rounds.flatMap((round) => round.frames)
  const threads = rounds.map(({ threadMsPerFrame }) => threadMsPerFrame)
  return {
    count: frames.length,
    median: percentile(frames, 0.5),
    p95: percentile(frames, 0.95),
    worst: Math.max(...frames),
    over: frames.filter((ms) => ms > goalMs).length,
    longestTask: rounds.reduce(
      (most, { tasks }) => tasks.reduce((a, b) => Math.max(a, b), most),
      0,
    ),
    longTasks: rounds.reduce((all, { longTasks }) => all + longTasks, 0),
    threadMs: percentile(threads, 0.5),
  }
}
