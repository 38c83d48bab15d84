import type { Executor, ExecutorSample } from '../../../contract/agent-server/executor.ts'
import { formatDuration } from '../../../ui/format/format-duration.ts'

/** One chart of the process: what it draws and what it says in words. */
export interface ExecutorFigure {
  id: string
  title: string
  lines: { name: string; values: (number | null)[] }[]
  limit: number | null
  /** The scale goes up to this at least, so that a chart does not make much of little. */
  least: number
  format: (value: number) => string
}

const megabyte = 1024 ** 2

/** “182 MB”, “1.5 GB”. */
export function megabytesText(megabytes: number): string {
  const whole = Math.round(megabytes)
  return whole < 1000 ? `${whole} MB` : `${Math.round(whole / 102.4) / 10} GB`
}

const percentText = (share: number) => `${Math.round(share * 100)} %`
const delayText = (ms: number) => (ms < 1 ? '0 ms' : formatDuration(ms))
const countText = (count: number) => (Number.isInteger(count) ? String(count) : '')

/** What is drawn of a process. */
export function executorFigures(executor: Executor): ExecutorFigure[] {
  const { samples, memory_limit_bytes: memoryLimit, cpu_limit: cpuLimit } = executor
  const valuesOf = (pick: (sample: ExecutorSample) => number | null) => samples.map(pick)
  return [
    {
      id: 'memory',
      title: 'Memory',
      lines: [
        {
          name: 'memory',
          values: valuesOf(({ memory_bytes: bytes }) => (bytes === null ? null : bytes / megabyte)),
        },
      ],
      limit: memoryLimit === null ? null : memoryLimit / megabyte,
      least: 50,
      format: megabytesText,
    },
    {
      id: 'cpu',
      title: 'Processor',
      lines: [{ name: 'of one processor', values: valuesOf((sample) => sample.cpus_busy) }],
      limit: cpuLimit,
      least: 1,
      format: percentText,
    },
    {
      id: 'delay',
      title: 'Event loop delay',
      lines: [{ name: 'longest delay', values: valuesOf((sample) => sample.loop_delay_ms) }],
      limit: null,
      least: 100,
      format: delayText,
    },
    {
      id: 'runs',
      title: 'Runs',
      lines: [
        { name: 'active', values: valuesOf((sample) => sample.active_runs) },
        { name: 'queued', values: valuesOf((sample) => sample.queued_runs) },
      ],
      limit: null,
      least: 4,
      format: countText,
    },
  ]
}

/** The newest value of each line: “182 MB of 512 MB”, “1 active, 2 queued”. */
export function nowText({ lines, limit, format }: ExecutorFigure): string {
  const named = lines.length > 1
  const values = lines.map(({ name, values: all }) => {
    const value = all.at(-1)
    const text = value == null ? '–' : format(value)
    return named ? `${text} ${name}` : text
  })
  return values.join(', ') + (limit === null ? '' : ` of ${format(limit)}`)
}

/** The chart in a sentence. */
export function figureInWords(figure: ExecutorFigure): string {
  const ranges = figure.lines.map(({ name, values }) => {
    const known = values.filter((value) => value !== null)
    if (known.length === 0) return `${name} was not measured`
    const [low, high] = [Math.min(...known), Math.max(...known)].map(figure.format)
    return low === high ? `${name} ${low} all the time` : `${name} between ${low} and ${high}`
  })
  return `${figure.title}: now ${nowText(figure)}; ${ranges.join(', ')}. The table has the values.`
}
