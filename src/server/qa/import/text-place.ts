import type { PlaceInFile } from './found.ts'

/** Tells line and column of an offset of a text; lines end with a line feed. */
export function placesIn(text: string): (offset: number) => PlaceInFile {
  const starts = lineStarts(text)
  return (offset) => {
    const index = lineIndex(starts, offset)
    return { line: index + 1, column: offset - (starts[index] ?? 0) + 1 }
  }
}

/** The offsets at which lines begin, in characters of a text or bytes of a file. */
export function lineStarts(text: string | Buffer): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1)
  }
  return starts
}

/** The index of the line that an offset is in. */
export function lineIndex(starts: readonly number[], offset: number): number {
  let line = 0
  for (let high = starts.length; high - line > 1; ) {
    const middle = (line + high) >> 1
    if ((starts[middle] ?? 0) <= offset) line = middle
    else high = middle
  }
  return line
}
