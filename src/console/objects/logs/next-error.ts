/**
 * The error after a line, or before it; after the last one comes the first again.
 * @param errors the lines with errors, in order
 * @param place the line that was gone to last, or the one before those that are seen
 * @returns which of the errors; null where there is none
 */
export function nextError(
  errors: readonly number[],
  place: number,
  direction: 1 | -1,
): number | null {
  if (errors.length === 0) return null
  if (direction === 1) {
    const next = errors.findIndex((index) => index > place)
    return Math.max(0, next)
  }
  const before = errors.findLastIndex((index) => index < place)
  return before < 0 ? errors.length - 1 : before
}
