/** More items are not drawn all at once. */
const mostWhole = 60
/** Nor are fewer that are together higher, in pixels: each line is an element or two. */
const highestWhole = 40_000
/** What is drawn whole stays so while it grows up to here: to change it under a reader moves the page. */
const highestKeptWhole = 64_000
/** Neighbours of what is in view are drawn too, up to so many and so high on each side. */
const mostNeighbours = 4
const highestNeighbours = 1_200

/**
 * True when all items of a list are drawn: the browser's own search, selection and printing then work.
 * It depends on how many they are and on how high they are together.
 */
export function isDrawnWhole<Item>(
  items: readonly Item[],
  heightOf: (item: Item) => number,
  wasWhole: boolean,
): boolean {
  if (items.length > mostWhole) return false
  let left = wasWhole ? highestKeptWhole : highestWhole
  return items.every((item) => {
    left -= heightOf(item)
    return left >= 0
  })
}

/** The items in view and their neighbours, in order. */
export function drawnIndexes(
  { startIndex, endIndex, count }: { startIndex: number; endIndex: number; count: number },
  heightOf: (index: number) => number,
): number[] {
  const neighbours = (from: number, step: 1 | -1) => {
    let left = highestNeighbours
    let index = from
    for (let n = 0; n < mostNeighbours; n += 1) {
      const next = index + step
      left -= heightOf(next)
      if (next < 0 || next >= count || left < 0) break
      index = next
    }
    return index
  }
  const first = neighbours(startIndex, -1)
  const last = neighbours(endIndex, 1)
  return Array.from({ length: last - first + 1 }, (_item, offset) => first + offset)
}
