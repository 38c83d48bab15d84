const name = 'quarterdeck-found'

/**
 * Colours the words where they stand in an element, and scrolls to the nth of them, whose element is
 * returned. Nothing in the page is changed for it. Browsers without highlights only scroll. With null the
 * colour goes.
 */
export function markFound(element: HTMLElement | null, words: string, nth: number): Element | null {
  const highlights = typeof CSS === 'undefined' ? undefined : CSS.highlights
  highlights?.delete(name)
  if (!element) return null
  const ranges = rangesOf(element, words.trim().toLowerCase())
  if (highlights && ranges.length > 0) highlights.set(name, new Highlight(...ranges))
  const target = ranges[Math.min(nth, ranges.length - 1)]?.startContainer.parentElement ?? null
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
