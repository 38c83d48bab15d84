import type { Interrupt } from '../../../contract/agent-server/threads.ts'
import type { ShownMessage } from '../conversation-types.ts'
import type { Turn } from '../turns.ts'
import { type ShownCall, shownCalls } from './tool-calls.ts'
import { waitingCalls } from './waiting-calls.ts'

/** How the run of a turn stands: at work, waiting for a person, at a break point, or over. */
export type TurnRuns = 'active' | 'paused' | 'break' | 'over'

/** The same of one call, about which a person is asked, or about another one (`held`). */
export type CallRuns = TurnRuns | 'held'

/** A call of a turn with what came of it. */
export interface TurnCall {
  readonly key: string
  readonly name: string
  readonly call: ShownCall
  readonly result: ShownMessage | null
  /** When the call was complete, in milliseconds since 1970; null when it was not watched. */
  readonly calledAt: number | null
  readonly runs: CallRuns
}

/**
 * The calls of an answer as they stand.
 * @param runs how the turn's run stands
 * @param questions what a person is asked, where that is known
 */
export function callsOfAnswer(
  item: ShownMessage,
  turn: Turn,
  runs: TurnRuns,
  questions: readonly Interrupt[],
): readonly TurnCall[] {
  const calls = shownCalls(item)
  const resultOf = ({ id }: ShownCall) => (id !== null && turn.results.get(id)) || null
  const open = runs === 'paused' ? calls.filter((call) => !resultOf(call)) : []
  const waiting = waitingCalls(open, questions)
  return calls.map((call) => {
    const result = resultOf(call)
    return {
      key: call.key,
      name: call.name,
      call,
      result,
      // Between two runs a person was waited for, which is no time of the tool's.
      calledAt: result?.run_id === item.run_id ? item.settledAt : null,
      runs: waiting && !waiting.has(call.key) ? 'held' : runs,
    }
  })
}

/** Whether a person is asked about a call. */
export const isAsked = ({ result, runs }: TurnCall) => result === null && runs === 'paused'

/** Whether a tool answered that it failed. */
export const hasFailed = (result: ShownMessage) => result.message.status === 'error'

/** What a call took, in milliseconds; null where that was not watched. */
export function callTime({ result, calledAt }: Pick<TurnCall, 'result' | 'calledAt'>) {
  const endedAt = result?.firstAt ?? null
  return calledAt === null || endedAt === null || endedAt < calledAt ? null : endedAt - calledAt
}

/**
 * For how long at least one of the calls was at work, in milliseconds: calls at the same time count once. Null where one of
 * them was not watched, or is not done.
 */
export function timeOfCalls(calls: readonly TurnCall[]): number | null {
  if (calls.some((call) => callTime(call) === null)) return null
  const spans = calls
    .map(({ calledAt, result }) => [calledAt ?? 0, result?.firstAt ?? 0] as const)
    .sort(([one], [other]) => one - other)
  let total = 0
  let until = Number.NEGATIVE_INFINITY
  for (const [from, to] of spans) {
    total += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return total
}
