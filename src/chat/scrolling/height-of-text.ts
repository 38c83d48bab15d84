/** A line of an answer holds about so many letters, and is so high. */
const lettersOfLine = 90
const lineHeight = 23
/** Between two paragraphs. */
const gapHeight = 10

/**
 * How high a markdown text will be, in pixels, before it is drawn: a line of the text for each of its own, more where
 * one is long. What is guessed well moves nothing in a list when it is measured.
 */
export function heightOfText(text: string): number {
  let height = 0
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    height += end === start ? gapHeight : lineHeight * Math.ceil((end - start) / lettersOfLine)
    start = end + 1
  }
  return height
}
