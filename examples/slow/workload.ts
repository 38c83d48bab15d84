/** How much work a run does: how many steps, and how long each of them takes. */
export interface Workload {
  steps: number
  seconds: number
  /** Sentences about what was asked for but is outside the bounds; empty when nothing was changed. */
  remarks: string[]
}

interface Asked {
  steps?: number | null | undefined
  seconds?: number | null | undefined
}

const defaults = { steps: 5, seconds: 2 }
const bounds = { steps: { least: 1, most: 100 }, seconds: { least: 0, most: 60 } }

/**
 * Decides how many steps to do, and how many seconds each takes. Fields of the input win over the
 * words of the message ("6 steps of 2 seconds", "3 steps, 500 ms"); what neither names is 5 steps
 * of 2 seconds. Numbers outside 1 to 100 steps or 0 to 60 seconds are moved to the nearest bound,
 * with a remark that says so.
 */
export function workloadOf(input: Asked, request: string): Workload {
  const asked = numbersIn(request)
  const steps = Math.round(input.steps ?? asked.steps ?? defaults.steps)
  const seconds = input.seconds ?? asked.seconds ?? defaults.seconds
  const workload: Workload = {
    steps: within(steps, bounds.steps),
    seconds: within(seconds, bounds.seconds),
    remarks: [],
  }
  if (workload.steps !== steps) {
    workload.remarks.push(`A run has 1 to 100 steps, so ${steps} became ${workload.steps}.`)
  }
  if (workload.seconds !== seconds) {
    workload.remarks.push(`A step takes 0 to 60 s, so ${seconds} became ${workload.seconds}.`)
  }
  return workload
}

function numbersIn(request: string): Asked {
  const steps = /(\d+)\s*(?:steps?|times|rounds?)\b/i.exec(request)
  const length = /(\d+(?:[.,]\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)\b/i.exec(
    request,
  )
  return {
    steps: steps?.[1] === undefined ? undefined : Number(steps[1]),
    seconds:
      length?.[1] === undefined
        ? undefined
        : Number(length[1].replace(',', '.')) * secondsPer(length[2] ?? 's'),
  }
}

function secondsPer(unit: string): number {
  const word = unit.toLowerCase()
  if (word.startsWith('ms') || word.startsWith('milli')) return 0.001
  return word.startsWith('m') ? 60 : 1
}

function within(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, value))
}
