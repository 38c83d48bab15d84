import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { CaseDraft } from '../draft/case-draft.ts'
import { headHeight } from './use-box-window.ts'

/**
 * Scrolls the table to a case that is newly chosen, as by the address.
 * @returns what makes the last case of the next drawing seen
 */
export function useRowInSight(
  box: RefObject<HTMLDivElement | null>,
  cases: readonly CaseDraft[],
  chosen: CaseDraft | null,
  rowHeight: number,
): () => void {
  const shownId = useRef<number | undefined>(undefined)
  const wantsEnd = useRef(false)
  useLayoutEffect(() => {
    if (wantsEnd.current) scrollToRow(box.current, cases.length - 1, rowHeight)
    else if (chosen && chosen.id !== shownId.current) {
      const row = cases.findIndex(({ id }) => id === chosen.id)
      scrollToRow(box.current, row, rowHeight)
    }
    wantsEnd.current = false
    shownId.current = chosen?.id
  })
  return () => {
    wantsEnd.current = true
  }
}

/** No further than it must. */
function scrollToRow(box: HTMLElement | null, row: number, rowHeight: number) {
  if (!box || row < 0) return
  const top = row * rowHeight
  const room = box.clientHeight - headHeight - rowHeight
  if (top < box.scrollTop) box.scrollTop = top
  else if (top > box.scrollTop + room) box.scrollTop = top - room
}
