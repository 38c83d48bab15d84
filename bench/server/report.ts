import { type Figures, streamLoads } from './measure.ts'

interface Row {
  label: string
  unit: string
  isHigherBetter: boolean
  value(rounds: Figures[]): number
}

const rows: Row[] = [
  {
    label: 'Request to first event, median',
    unit: 'ms',
    isHigherBetter: false,
    value: (rounds) => quantile(all(rounds, 'firstEventMs'), 0.5),
  },
  {
    label: 'Request to first event, 99th percentile',
    unit: 'ms',
    isHigherBetter: false,
    value: (rounds) => quantile(all(rounds, 'firstEventMs'), 0.99),
  },
  {
    label: 'Request to first token, median',
    unit: 'ms',
    isHigherBetter: false,
    value: (rounds) => quantile(all(rounds, 'firstTokenMs'), 0.5),
  },
  ...streamLoads.map(({ runs }) => ({
    label: `Tokens per second, ${runs === 1 ? 'one run' : `${runs} runs at once`}`,
    unit: '/s',
    isHigherBetter: true,
    value: (rounds: Figures[]) => median(rounds.map((round) => round.tokensPerSecond[runs] ?? 0)),
  })),
  {
    label: 'Runs of a trivial graph, 10 clients that wait',
    unit: '/s',
    isHigherBetter: true,
    value: (rounds) => median(rounds.map((round) => round.runsPerSecond)),
  },
  {
    label: 'Memory of all processes after the load',
    unit: 'MB',
    isHigherBetter: false,
    value: (rounds) => median(rounds.map((round) => round.memory)) / 1024 ** 2,
  },
]

/**
 * The table in Markdown. The first server is what the others are compared with: a factor above 1 is
 * in their favour, whichever way the figure goes.
 */
export function report(machine: string, rounds: number, figures: Map<string, Figures[]>): string {
  const [[, base = []] = [], ...others] = figures
  const names = [...figures.keys()]
  const lines = rows.map(({ label, unit, isHigherBetter, value }) => {
    const reference = value(base)
    const cells = others.flatMap(([, measured]) => {
      const own = value(measured)
      const factor = isHigherBetter ? own / reference : reference / own
      return [`${shown(own)} ${unit}`, `${factor.toFixed(factor < 10 ? 2 : 0)}×`]
    })
    return `| ${[label, `${shown(reference)} ${unit}`, ...cells].join(' | ')} |`
  })
  const heads = ['', ...names.flatMap((name, at) => (at === 0 ? [name] : [name, 'factor']))]
  return [
    `${machine}. Medians of ${rounds} rounds, servers in turns.`,
    '',
    `| ${heads.join(' | ')} |`,
    `|${heads.map((_, at) => (at === 0 ? '---' : '---:')).join('|')}|`,
    ...lines,
  ].join('\n')
}

function all(rounds: Figures[], field: 'firstEventMs' | 'firstTokenMs'): number[] {
  return rounds.flatMap((round) => round[field])
}

function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** The value that so many of all are not above. */
function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
