import type { TextSpan } from './word-diff.ts'

/** The text that an element shows, and where in it its text nodes begin. */
export interface DrawnText {
  readonly text: string
  readonly pieces: readonly { readonly node: Text; readonly from: number }[]
}

const blocks = 'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, blockquote, div, section'

/** Reads what stands in an element. Words of different paragraphs, cells and lines do not run into each other. */
export function drawnText(element: Element): DrawnText {
  const pieces: { node: Text; from: number }[] = []
  let text = ''
  let block: Element | null = null
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (node.tagName === 'BR') text += '\n'
      continue
    }
    if (!(node instanceof Text)) continue
    const own = node.parentElement?.closest(blocks) ?? null
    if (own !== block && text !== '') text += '\n'
    block = own
    pieces.push({ node, from: text.length })
    text += node.data
  }
  return { text, pieces }
}

/** Parts of a drawn text as ranges of the page. */
export function rangesOf({ pieces }: DrawnText, spans: readonly TextSpan[]): Range[] {
  return spans.flatMap(({ from, to }) => {
    const first = pieces.findLast((piece) => piece.from <= from)
    const last = pieces.findLast((piece) => piece.from < to)
    if (!first || !last) return []
    const range = new Range()
    range.setStart(first.node, Math.min(from - first.from, first.node.length))
    range.setEnd(last.node, Math.min(to - last.from, last.node.length))
    return [range]
  })
}
