/**
 * The exact two-sided sign test: how likely a split at least as uneven as `one` to `other` is when both sides are equally
 * likely. 1 for none at all. Over the pairs on which two targets differ it is McNemar's exact test.
 */
export function signTest(one: number, other: number): number {
  const n = one + other
  const fewer = Math.min(one, other)
  // In logarithms: of a thousand pairs half to the power of n is no number any more.
  let logTerm = -n * Math.LN2
  let tail = Math.exp(logTerm)
  for (let k = 1; k <= fewer; k += 1) {
    logTerm += Math.log((n - k + 1) / k)
    tail += Math.exp(logTerm)
  }
  return Math.min(1, 2 * tail)
}
