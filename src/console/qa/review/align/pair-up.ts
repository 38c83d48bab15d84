/**
 * Two lists in their order, with what is alike side by side so that the likeness of all pairs together is as great as it
 * can be; what has no partner stands alone. Of equal ways the one that pairs earlier ones.
 * @param likeness 0 for two that are no pair
 */
export function pairUp<Item>(
  left: readonly Item[],
  right: readonly Item[],
  likeness: (one: Item, other: Item) => number,
): [Item | null, Item | null][] {
  const best = bestFrom(left, right, likeness)
  const pairs: [Item | null, Item | null][] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const [one, other] = [left[i], right[j]]
    const gain = one !== undefined && other !== undefined ? likeness(one, other) : 0
    const here = best[i]?.[j] ?? 0
    if (gain > 0 && gain + (best[i + 1]?.[j + 1] ?? 0) === here) {
      pairs.push([one ?? null, other ?? null])
      i += 1
      j += 1
    } else if (one !== undefined && (best[i + 1]?.[j] ?? 0) === here) {
      pairs.push([one, null])
      i += 1
    } else {
      pairs.push([null, other ?? null])
      j += 1
    }
  }
  return pairs
}

/** By places in both lists: the greatest likeness that is reached from there on. */
function bestFrom<Item>(
  left: readonly Item[],
  right: readonly Item[],
  likeness: (one: Item, other: Item) => number,
): number[][] {
  const best = Array.from({ length: left.length + 1 }, () =>
    new Array<number>(right.length + 1).fill(0),
  )
  for (const [i, one] of [...left.entries()].reverse()) {
    for (const [j, other] of [...right.entries()].reverse()) {
      const gain = likeness(one, other)
      const paired = gain > 0 ? gain + (best[i + 1]?.[j + 1] ?? 0) : 0
      const row = best[i]
      if (row) row[j] = Math.max(paired, best[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return best
}
