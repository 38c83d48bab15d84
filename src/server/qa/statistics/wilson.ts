/** The standard normal's value below which 97.5 % lies. */
const z = 1.959963984540054

/** Wilson's 95 % interval of a share, 0 to 1, of which `passed` of `n` were seen; null for none. */
export function wilson(passed: number, n: number): { low: number; high: number } | null {
  if (n === 0) return null
  const share = passed / n
  const scale = 1 + (z * z) / n
  const middle = (share + (z * z) / (2 * n)) / scale
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  // At the ends the bound is the end itself, which rounding would miss.
  return {
    low: passed === 0 ? 0 : middle - half,
    high: passed === n ? 1 : middle + half,
  }
}
