import { formatDuration } from '../../../ui/format/format-duration.ts'

/** A share from 0 to 1 as whole percents: “94 %”. Only what is whole is 0 % or 100 %. */
export function percentText(share: number): string {
  const rounded = Math.round(share * 100)
  if (rounded === 100 && share < 1) return '99 %'
  if (rounded === 0 && share > 0) return '1 %'
  return `${rounded} %`
}

/** A time to answer, with two digits below ten seconds: “0.41 s”, “2.4 s”, “1 min 5 s”. */
export function secondsText(ms: number): string {
  if (ms < 995) return `${(ms / 1_000).toFixed(2)} s`
  return ms < 9_950 ? `${(ms / 1_000).toFixed(1)} s` : formatDuration(ms)
}

/** Tokens: “433”, “9,000”, “65.0k”, “1.2M”. */
export function tokensText(tokens: number): string {
  if (tokens < 9_999.5) return Math.round(tokens).toLocaleString('en')
  if (tokens < 999_950) return `${(tokens / 1_000).toFixed(1)}k`
  return `${(tokens / 1_000_000).toFixed(1)}M`
}

/** Changes below this share are not worth a word. */
const smallest = 0.05

/** How much more or less than before: “+32 %”; null where that is little or there is nothing to compare with. */
export function changeText(
  before: number | null | undefined,
  after: number | null | undefined,
): string | null {
  if (!before || after == null) return null
  const change = after / before - 1
  if (Math.abs(change) < smallest) return null
  return `${change > 0 ? '+' : '−'}${Math.round(Math.abs(change) * 100)} %`
}

/**
 * Where a scale of shares begins, so that every interval is on it and short ones can be told apart: a fifth below
 * the lowest end.
 */
export function scaleStart(lows: readonly number[]): number {
  const lowest = Math.min(...lows, 0.8)
  return Math.max(0, Math.floor(lowest * 5) / 5)
}

/** “1 case”, “2 cases”. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
