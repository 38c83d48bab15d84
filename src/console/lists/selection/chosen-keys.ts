/** Which rows of a list are chosen. */
export interface ChosenKeys {
  keys: ReadonlySet<string>
  /** The one that was chosen or given up last by itself: ranges begin there. */
  anchor: string | null
}

export const noneChosen: ChosenKeys = { keys: new Set(), anchor: null }

/** With a row chosen, or given up. */
export function withRow(before: ChosenKeys, key: string, isChosen: boolean): ChosenKeys {
  return { keys: changed(before.keys, [key], isChosen), anchor: key }
}

/**
 * The same with all rows from the anchor to this one; without an anchor that is on the list it is the row alone.
 * @param shown the keys of all rows, in their order
 */
export function withRange(
  before: ChosenKeys,
  key: string,
  isChosen: boolean,
  shown: readonly string[],
): ChosenKeys {
  const ends = [shown.indexOf(before.anchor ?? key), shown.indexOf(key)].sort((a, b) => a - b)
  const [first = -1, last = -1] = ends
  if (first < 0) return withRow(before, key, isChosen)
  return { ...before, keys: changed(before.keys, shown.slice(first, last + 1), isChosen) }
}

/** With some rows chosen, or given up, at once. */
export function withAll(
  before: ChosenKeys,
  keys: readonly string[],
  isChosen: boolean,
): ChosenKeys {
  return { keys: changed(before.keys, keys, isChosen), anchor: null }
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
