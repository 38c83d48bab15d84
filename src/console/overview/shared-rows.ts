/**
 * The first of several kinds, in their order, `most` in all: none is left out altogether as long as there is room for
 * one of each.
 */
export function sharedRows<Row>(kinds: readonly (readonly Row[])[], most: number): Row[] {
  const there = kinds.filter((rows) => rows.length > 0)
  let room = most
  return there.flatMap((rows, index) => {
    const shown = rows.slice(0, Math.max(0, room - (there.length - index - 1)))
    room -= shown.length
    return shown
  })
}
