/** For tests: how many of n come out, each with probability p, as counts that lie within a central interval. */
export function binomialInterval(
  n: number,
  p: number,
  level = 0.999,
): { low: number; high: number } {
  const tail = (1 - level) / 2
  const shares: number[] = [(1 - p) ** n]
  for (let k = 1; k <= n; k += 1) {
    shares.push(((shares[k - 1] ?? 0) * (n - k + 1) * p) / (k * (1 - p)))
  }
  const below = (count: number) => shares.slice(0, count).reduce((sum, one) => sum + one, 0)
  const counts = shares.map((_, count) => count)
  return {
    low: counts.findLast((count) => below(count) <= tail) ?? 0,
    high: counts.find((count) => 1 - below(count + 1) <= tail) ?? n,
  }
}

/** That at least k of n come out. */
export function atLeast(k: number, n: number, p: number): number {
  const share = (count: number) => {
    let ways = 1
    for (let at = 0; at < count; at += 1) ways *= (n - at) / (at + 1)
    return ways * p ** count * (1 - p) ** (n - count)
  }
  let sum = 0
  for (let count = k; count <= n; count += 1) sum += share(count)
  return sum
}

/** Numbers from 0 to 1 that look drawn and are the same each time. */
export function drawsFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
