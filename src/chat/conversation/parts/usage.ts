import { tokensOf } from '../../../contract/agent-server/tokens.ts'
import type { ShownMessage } from '../conversation-types.ts'

/** What came within less, at one go or nearly so, says nothing about the speed. */
export const leastWatchedMs = 500

/**
 * What an answer took, such as “1,204 tokens in, 310 out, 42 tokens/s”: summed over its messages, as
 * the server counted them; null where it does not tell. The speed is known for what was watched live,
 * and not for what came within a moment.
 */
export function usageWords(parts: readonly ShownMessage[]): string | null {
  const told = parts.flatMap(({ message, firstAt, settledAt }) => {
    const told = tokensOf(message)
    if (!told) return []
    const tookMs = firstAt !== null && settledAt !== null ? settledAt - firstAt : null
    return [{ input: told.input_tokens, output: told.output_tokens, tookMs }]
  })
  if (told.length === 0) return null
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const timed = told.filter(({ tookMs }) => tookMs !== null && tookMs >= leastWatchedMs)
  const seconds = sum(timed.map(({ tookMs }) => tookMs ?? 0)) / 1000
  const words = [
    `${tokens(sum(told.map(({ input }) => input)))} in`,
    `${format(sum(told.map(({ output }) => output)))} out`,
  ]
  if (seconds > 0) {
    words.push(`${format(Math.round(sum(timed.map(({ output }) => output)) / seconds))} tokens/s`)
  }
  return words.join(', ')
}

function tokens(count: number): string {
  return `${format(count)} ${count === 1 ? 'token' : 'tokens'}`
}

function format(count: number): string {
  return count.toLocaleString('en-GB')
}
