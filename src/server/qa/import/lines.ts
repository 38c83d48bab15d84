import { endOfReading, type FoundInFile, mostRows, nothingFound } from './found.ts'

/** One message a line. */
export function readLines(text: string): FoundInFile {
  const found = nothingFound()
  for (const [index, whole] of text.split('\n').entries()) {
    const words = whole.trim()
    if (words === '') continue
    const place = { line: index + 1, column: whole.indexOf(words) + 1 }
    if (found.cases.length === mostRows) {
      found.faults.push(endOfReading(place))
      break
    }
    const content = { turns: [{ do: 'send', text: words }] }
    found.cases.push({ line: place.line, words, content, placeOf: () => place })
  }
  return found
}
