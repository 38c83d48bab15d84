import { createContext, type RefObject, useContext, useEffect, useMemo, useState } from 'react'
import { usePrinting } from '../../ui/use-printing.ts'

/** True while answers are drawn to their last word, wherever they are: somebody looks for words in them. */
export const WholeAnswers = createContext(false)

/** So far from the view a section is far. A page up or down does not come to its end. */
const farPx = 1_500

const none: ReadonlyMap<number, number> = new Map()

/**
 * The sections of a long answer, which are the children of `container`, that are far from the view: their
 * places in it, with their heights in pixels. Each was drawn and measured, so that nothing moves when it is
 * not. None is far while something of the answer is selected, or on paper; and what holds the focus is not.
 * @param text another text, or another width, is measured again
 */
export function useFarSections(
  container: RefObject<HTMLElement | null>,
  text: string,
  isLong: boolean,
): ReadonlyMap<number, number> {
  const isWhole = useContext(WholeAnswers)
  const isPrinting = usePrinting()
  const isSelected = useSelected(container, isLong)
  const [widths, setWidths] = useState(0)
  const isOn = isLong && !isWhole && !isPrinting && !isSelected
  // What was measured counts for this drawing only: all of the next one is drawn first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what begins another drawing
  const drawing = useMemo(() => ({}), [isOn, text, widths])
  const [far, setFar] = useState({ drawing, heights: none })
  useEffect(() => {
    const root = container.current
    const scroller = root?.closest('[role="log"]')
    if (!isOn || !root || !scroller || typeof IntersectionObserver === 'undefined') return
    // What is selected or focused within a shadow root cannot be told from here.
    if (root.getRootNode() !== document) return
    const places = new Map([...root.children].map((section, index) => [section, index] as const))
    const observer = new IntersectionObserver(
      (entries) =>
        setFar((before) => {
          const heights = new Map(before.drawing === drawing ? before.heights : none)
          for (const { target, isIntersecting, boundingClientRect } of entries) {
            const place = places.get(target) ?? -1
            if (isIntersecting) heights.delete(place)
            else if (boundingClientRect.width > 0 && !isHeld(target)) {
              heights.set(place, boundingClientRect.height)
            }
          }
          return { drawing, heights }
        }),
      { root: scroller, rootMargin: `${farPx}px 0px` },
    )
    for (const section of places.keys()) observer.observe(section)
    const width = root.clientWidth
    const sizes = new ResizeObserver(() => {
      if (root.clientWidth !== width) setWidths((count) => count + 1)
    })
    sizes.observe(root)
    return () => {
      observer.disconnect()
      sizes.disconnect()
    }
  }, [container, isOn, drawing])
  return isOn && far.drawing === drawing ? far.heights : none
}

/** The focus is in it, or a selection may go on from it. */
function isHeld(section: Element): boolean {
  const anchor = getSelection()?.anchorNode ?? null
  return section.contains(document.activeElement) || section.contains(anchor)
}

/** True while something of the element is selected: all that a selection goes over is there to be copied. */
function useSelected(container: RefObject<HTMLElement | null>, isLong: boolean): boolean {
  const [isSelected, setIsSelected] = useState(false)
  useEffect(() => {
    if (!isLong) return
    const look = () => {
      const selection = getSelection()
      const root = container.current
      const isOver = selection && root && !selection.isCollapsed && selection.rangeCount > 0
      setIsSelected(Boolean(isOver && selection.getRangeAt(0).intersectsNode(root)))
    }
    look()
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [container, isLong])
  return isSelected
}
