const name = 'quarterdeck-found'
const hereName = 'quarterdeck-found-here'

/**
 * Colours the words where they stand in an element, and scrolls to the nth of them, which stands out and
 * whose element is returned. Nothing in the page is changed for it. Browsers without highlights only
 * scroll. With null the colour goes.
 */
export function markFound(element: HTMLElement | null, words: string, nth: number): Element | null {
  const highlights = typeof CSS === 'undefined' ? undefined : CSS.highlights
  highlights?.delete(name)
  highlights?.delete(hereName)
  if (!element) return null
  const ranges = rangesOf(element, words.trim().toLowerCase())
  const here = ranges[Math.min(nth, ranges.length - 1)]
  if (highlights && here) {
    highlights.set(name, new Highlight(...ranges))
    const mark = new Highlight(here)
    mark.priority = 1
    highlights.set(hereName, mark)
  }
  const target = here?.startContainer.parentElement ?? null
  target?.scrollIntoView({ block: 'nearest' })
  return target
}

/** The words within single pieces of text; formatting in the middle of a word hides it. */
function rangesOf(element: HTMLElement, wanted: string): Range[] {
  const ranges: Range[] = []
  if (wanted === '') return ranges
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').toLowerCase()
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      ranges.push(range)
    }
  }
  return ranges
}
