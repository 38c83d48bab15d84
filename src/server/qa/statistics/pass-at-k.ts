/** The unbiased estimate that at least one of `k` attempts passes, of `n` of which `passed` did; `k` is at most `n`. */
export function passAtK(n: number, passed: number, k: number): number {
  return 1 - shareOfDraws(n, n - passed, k)
}

/** The same, that all of `k` pass. */
export function passHatK(n: number, passed: number, k: number): number {
  return shareOfDraws(n, passed, k)
}

/** How likely `k` of `n`, drawn without putting back, are all among `chosen`. */
function shareOfDraws(n: number, chosen: number, k: number): number {
  let share = 1
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, chosen - drawn) / (n - drawn)
  return share
}
