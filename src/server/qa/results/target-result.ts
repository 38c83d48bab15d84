import type { TargetResult } from '../../../contract/qa/results.ts'
import { passAtK, passHatK } from '../statistics/pass-at-k.ts'
import { quantile } from '../statistics/quantile.ts'
import { wilson } from '../statistics/wilson.ts'
import { hasPassed, type ResultCell } from './case-cells.ts'

/** What one target came to, from its cells. What has not ended counts for tokens alone. */
export function targetResult(cells: readonly ResultCell[]): TargetResult {
  const ended = cells.filter(({ outcome }) => outcome !== 'open')
  const passed = ended.filter(({ outcome }) => outcome === 'passed').length
  const attempts = cells.flatMap((cell) => cell.attempts)
  const told = (of: (attempt: (typeof attempts)[number]) => number | null | undefined) =>
    attempts.flatMap((attempt) => of(attempt) ?? [])
  const ms = told((attempt) => attempt.ms)
  const tokens = told((attempt) => attempt.tokens)
  const sum = tokens.reduce((all, one) => all + one, 0)
  return {
    cases: ended.length,
    passed,
    interval: wilson(passed, ended.length),
    first_token_p50_ms: quantile(
      told((attempt) => attempt.first_token_ms),
      0.5,
    ),
    p50_ms: quantile(ms, 0.5),
    p95_ms: quantile(ms, 0.95),
    tokens: sum,
    tokens_an_attempt: tokens.length === 0 ? null : sum / tokens.length,
    flaky: ended.filter(isFlaky).length,
    all_passed: ended.filter((cell) => cell.attempts.every(hasPassed)).length,
    pass_at_k: meansByK(ended, passAtK),
    pass_hat_k: meansByK(ended, passHatK),
  }
}

/** Whether a case that has ended passes with one of its repeats and not with all. */
export function isFlaky({ attempts, outcome }: ResultCell): boolean {
  return outcome !== 'open' && attempts.some(hasPassed) && !attempts.every(hasPassed)
}

function meansByK(
  ended: readonly ResultCell[],
  estimate: (n: number, passed: number, k: number) => number,
): Record<string, number> {
  const repeated = ended
    .filter(({ attempts }) => attempts.length > 1)
    .map(({ attempts }) => ({ n: attempts.length, passed: attempts.filter(hasPassed).length }))
  // Cells that no attempt is missing of all have the session's number of repeats.
  const most = Math.min(...repeated.map(({ n }) => n))
  const means: Record<string, number> = {}
  for (let k = 1; repeated.length > 0 && k <= most; k += 1) {
    const all = repeated.reduce((sum, { n, passed }) => sum + estimate(n, passed, k), 0)
    means[String(k)] = all / repeated.length
  }
  return means
}
