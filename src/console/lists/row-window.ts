/** Rows that are drawn beyond each edge of the screen: what a flick of the wheel passes in a frame or two. */
const around = 12
/** The window moves by so many rows at once, so that slow scrolling does not draw in every frame. */
const step = 4

/**
 * The rows of a list to draw.
 * @param offset how far the list's beginning is above the screen's, in pixels; negative where it is below
 * @returns the first of them and the end (exclusive)
 */
export function rowWindow(
  count: number,
  rowHeight: number,
  offset: number,
  screen: number,
): { first: number; end: number } {
  const top = Math.floor(offset / rowHeight) - around
  const bottom = Math.ceil((offset + screen) / rowHeight) + around
  const within = (row: number) => Math.min(count, Math.max(0, row))
  return {
    first: within(Math.floor(top / step) * step),
    end: within(Math.ceil(bottom / step) * step),
  }
}
