import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { keepScrollPlace, placeIn, readScrollPlace } from './scroll-place.ts'
import type { Turn } from './turns.ts'
import type { StickToBottom } from './use-stick-to-bottom.ts'
import type { ListWindow } from './windowed-list.tsx'

const restMs = 200

/** Brings a reader back to where they left the thread, and remembers where they are. */
export function useScrollPlace(
  thread_id: string | null,
  isOpen: boolean,
  turns: readonly Turn[],
  stick: StickToBottom,
  list: RefObject<ListWindow | null>,
): void {
  const restored = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!isOpen || thread_id === null || turns.length === 0 || restored.current === thread_id)
      return
    // A thread that was made in this page has no earlier place.
    const isFirst = restored.current === null
    restored.current = thread_id
    const place = isFirst ? readScrollPlace(thread_id) : null
    const index = turns.findIndex((turn) => turn.key === place?.turn)
    if (!place || index < 0) return
    stick.leave()
    showTurn(stick.scroller.current, list.current, index, turns[index]?.key ?? '', place.offset)
  }, [isOpen, thread_id, turns, stick, list])

  useEffect(() => {
    const element = stick.scroller.current
    if (!element || thread_id === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      timer = undefined
      keepScrollPlace(thread_id, stick.isThere() ? null : placeIn(element))
    }
    const onScroll = () => {
      timer ??= setTimeout(keep, restMs)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      if (timer !== undefined) {
        clearTimeout(timer)
        keep()
      }
    }
  }, [thread_id, stick.scroller, stick.isThere])
}

/** Scrolls a turn to the top of the view, whether it is drawn yet or not. */
export function showTurn(
  scroller: HTMLElement | null,
  list: ListWindow | null,
  index: number,
  key: string,
  offset: number,
): void {
  if (!scroller) return
  const settle = () => {
    const element = [...scroller.querySelectorAll<HTMLElement>('[data-turn]')].find(
      (item) => item.dataset.turn === key,
    )
    if (!element) return false
    const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    scroller.scrollTop += top + offset
    return true
  }
  if (!list) return void settle()
  list.scrollToIndex(index, { align: 'start' })
  // Drawn with the next frame; measuring it may move it once more.
  requestAnimationFrame(() => {
    settle()
    requestAnimationFrame(settle)
  })
}
