interface Item {
  readonly id: number
}

let lastId = 0

/** An id for a part of a draft: it tells parts apart while they move, and is sent nowhere. */
export function newId(): number {
  lastId += 1
  return lastId
}

/** The list with one of its items changed; the others stay the same objects. */
export function withChanged<One extends Item>(
  list: readonly One[],
  id: number,
  change: Partial<One>,
): readonly One[] {
  return list.map((one) => (one.id === id ? { ...one, ...change } : one))
}

/** The list without one of its items. */
export function without<One extends Item>(list: readonly One[], id: number): readonly One[] {
  return list.filter((one) => one.id !== id)
}

/** The list with one of its items so many places further down, or up where that is negative. */
export function withMoved<One extends Item>(
  list: readonly One[],
  id: number,
  by: number,
): readonly One[] {
  const at = list.findIndex((one) => one.id === id)
  const one = list[at]
  const to = at + by
  if (!one || to < 0 || to >= list.length) return list
  return without(list, id).toSpliced(to, 0, one)
}
