import { firstEvents, runsPerSecond, tokensPerSecond } from './loads.ts'
import { processTree } from './processes.ts'
import type { Subject } from './subject.ts'

/** One round on one server. */
export interface Figures {
  tokensPerSecond: Record<number, number>
  /** ms from request to the first event of the stream, one a run. */
  firstEventMs: number[]
  firstTokenMs: number[]
  runsPerSecond: number
  /** Bytes, all processes together, right after the load. */
  memory: number
}

/** Runs at once, and how long each answer is: about as much work in each. */
export const streamLoads = [
  { runs: 1, tokens: 4_000 },
  { runs: 10, tokens: 800 },
  { runs: 50, tokens: 200 },
] as const

export async function measure(subject: Subject): Promise<Figures> {
  const { events, tokens } = await firstEvents(subject, 20)
  const rates: Record<number, number> = {}
  for (const load of streamLoads) rates[load.runs] = await tokensPerSecond(subject, load)
  return {
    firstEventMs: events,
    firstTokenMs: tokens,
    tokensPerSecond: rates,
    runsPerSecond: await runsPerSecond(subject, { clients: 10, runs: 100 }),
    memory: (await processTree(subject.pid)).reduce((sum, { memory }) => sum + memory, 0),
  }
}
