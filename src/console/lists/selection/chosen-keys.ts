/** Which rows of a list are chosen. */
export interface ChosenKeys {
  keys: ReadonlySet<string>
  /** The one that was chosen or given up last by itself: ranges begin there. */
  anchor: string | null
  /** Those that were chosen then: another range from there takes the place of the last one. */
  atAnchor: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()
export const noneChosen: ChosenKeys = { keys: none, anchor: null, atAnchor: none }

/** With a row chosen, or given up. */
export function withRow(before: ChosenKeys, key: string, isChosen: boolean): ChosenKeys {
  const keys = changed(before.keys, [key], isChosen)
  return { keys, anchor: key, atAnchor: keys }
}

/**
 * With all rows from the anchor to this one chosen, or given up, as the anchor was; without an anchor that is on the
 * list it is the row alone.
 * @param shown the keys of all rows, in their order
 */
export function withRange(
  before: ChosenKeys,
  key: string,
  isChosen: boolean,
  shown: readonly string[],
): ChosenKeys {
  const { anchor, atAnchor } = before
  const begin = anchor === null ? -1 : shown.indexOf(anchor)
  if (anchor === null || begin < 0) return withRow(before, key, isChosen)
  const [first = 0, last = 0] = [begin, shown.indexOf(key)].sort((a, b) => a - b)
  const still = new Set(shown.filter((one) => atAnchor.has(one)))
  const range = shown.slice(first, last + 1)
  return { ...before, keys: changed(still, range, atAnchor.has(anchor)) }
}

/** With some rows chosen, or given up, at once. */
export function withAll(
  before: ChosenKeys,
  keys: readonly string[],
  isChosen: boolean,
): ChosenKeys {
  return { ...noneChosen, keys: changed(before.keys, keys, isChosen) }
}

function changed(
  before: ReadonlySet<string>,
  keys: readonly string[],
  isChosen: boolean,
): ReadonlySet<string> {
  const after = new Set(before)
  for (const key of keys) isChosen ? after.add(key) : after.delete(key)
  return after
}
