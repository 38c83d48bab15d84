import type { FoundWords } from './find-in-turns.ts'

const name = 'quarterdeck-found'
const hereName = 'quarterdeck-found-here'

/**
 * Colours the words in what a turn shows. The place that was found stands out and is returned; null
 * while what it stands in is not drawn. Nothing in the page is changed for it. Browsers without highlights
 * colour nothing.
 */
export function markFound(
  turn: HTMLElement,
  words: string,
  { within, nth }: FoundWords,
): Range | null {
  forgetFound()
  const wanted = words.trim().toLowerCase()
  const all: Range[] = []
  let here: Range | null = null
  for (const element of turn.querySelectorAll<HTMLElement>('[data-words]')) {
    const ranges = rangesOf(element, wanted)
    all.push(...ranges)
    if (element.dataset.words === within) here = ranges[Math.min(nth, ranges.length - 1)] ?? null
  }
  const highlights = cssHighlights()
  if (highlights && here) {
    highlights.set(name, new Highlight(...all))
    const mark = new Highlight(here)
    mark.priority = 1
    highlights.set(hereName, mark)
  }
  return here
}

/** The colour goes. */
export function forgetFound(): void {
  cssHighlights()?.delete(name)
  cssHighlights()?.delete(hereName)
}

function cssHighlights() {
  return typeof CSS === 'undefined' ? undefined : CSS.highlights
}

/** So near to its edge a scrolled box may be covered, by the bar of the search for example. */
const edgePx = 64

/** Scrolls every box around a place so that it is in view: to the middle where it is not. */
export function showRange(range: Range): void {
  for (let box = range.startContainer.parentElement; box; box = box.parentElement) {
    const isHigh = box.scrollHeight > box.clientHeight
    const isWide = box.scrollWidth > box.clientWidth
    if (!isHigh && !isWide) continue
    const { overflowX, overflowY } = getComputedStyle(box)
    const hit = range.getBoundingClientRect()
    const view = box.getBoundingClientRect()
    if (isHigh && scrolls(overflowY))
      box.scrollTop += outside(hit.top, hit.bottom, view.top, view.bottom)
    if (isWide && scrolls(overflowX))
      box.scrollLeft += outside(hit.left, hit.right, view.left, view.right)
  }
}

const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'

/** How far to scroll for what lies from one place to another; 0 where it is in view. */
function outside(from: number, to: number, start: number, end: number): number {
  const edge = Math.min(edgePx, (end - start) / 4)
  if (from >= start + edge && to <= end - edge) return 0
  return (from + to - start - end) / 2
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
