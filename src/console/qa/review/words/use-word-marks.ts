import { type RefObject, useEffect } from 'react'
import { drawnText, rangesOf } from './drawn-text.ts'
import { wordDiff } from './word-diff.ts'
import './word-marks.css'

const name = 'quarterdeck-differs'

/**
 * Tints the words that differ between two elements with the same `data-differs`, and follows what is drawn in them
 * later. Nothing in the page is changed for it; browsers without highlights tint nothing.
 */
export function useWordMarks(container: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const element = container.current
    const highlights = typeof CSS === 'undefined' ? undefined : CSS.highlights
    if (!isOn || !element || !highlights) return
    let frame = 0
    const mark = () => highlights.set(name, new Highlight(...differences(element)))
    const again = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(mark)
    })
    mark()
    again.observe(element, { childList: true, characterData: true, subtree: true })
    return () => {
      again.disconnect()
      cancelAnimationFrame(frame)
      highlights.delete(name)
    }
  }, [container, isOn])
}

function differences(element: HTMLElement): Range[] {
  const waiting = new Map<string, HTMLElement>()
  const ranges: Range[] = []
  for (const one of element.querySelectorAll<HTMLElement>('[data-differs]')) {
    const pair = one.dataset.differs ?? ''
    const first = waiting.get(pair)
    if (!first) {
      waiting.set(pair, one)
      continue
    }
    const [a, b] = [drawnText(first), drawnText(one)]
    const diff = wordDiff(a.text, b.text)
    ranges.push(...rangesOf(a, diff.a), ...rangesOf(b, diff.b))
  }
  return ranges
}
