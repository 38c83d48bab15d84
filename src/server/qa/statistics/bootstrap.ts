import { quantile } from './quantile.ts'

const draws = 2_000

/**
 * The 95 % percentile interval of a measure over items that are drawn again with putting back. The same seed draws the
 * same. Draws for which there is no measure do not count; null when there is none at all, or fewer than two items.
 */
export function bootstrap<T>(
  items: readonly T[],
  measure: (drawn: T[]) => number | null,
  seed: number,
): { low: number; high: number } | null {
  if (items.length < 2) return null
  const next = mulberry32(seed)
  const drawOne = () => items[Math.floor(next() * items.length)] as T
  const measured: number[] = []
  for (let draw = 0; draw < draws; draw += 1) {
    const value = measure(items.map(drawOne))
    if (value !== null) measured.push(value)
  }
  const [low, high] = [quantile(measured, 0.025), quantile(measured, 0.975)]
  return low === null || high === null ? null : { low, high }
}

/** Tommy Ettinger's generator in 32 bits: small, even enough for drawing items, and the same everywhere. */
function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
