import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Turn } from '../conversation/turns.ts'
import type { ListWindow } from './long-list.tsx'
import { keepScrollPlace, placeIn, readScrollPlace, type ScrollPlace } from './scroll-place.ts'
import type { StickToBottom } from './use-stick-to-bottom.ts'

const restMs = 200
/** What a link leads to does not stand right at the edge. */
const linkedPx = -16

/** What an address leads to in a thread: a message by its id, or what was said in a run (`last`: its last message, once known). */
export type StartAt =
  | { readonly message: string }
  | { readonly run: string; readonly last?: string }

/**
 * Brings a reader back to where they left the thread, and remembers where they are. Returns a way to
 * bring them there again when the list is drawn in another way.
 */
export function useScrollPlace(
  thread_id: string | null,
  isOpen: boolean,
  turns: readonly Turn[],
  stick: StickToBottom,
  list: RefObject<ListWindow | null>,
  /** Where to begin, whatever the reader's place was. */
  startAt: StartAt | null,
): () => void {
  const restored = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (thread_id === null || turns.length === 0 || restored.current === thread_id) return
    const linked = startAt === null ? undefined : turns.find((turn) => holds(turn, startAt))
    // Messages are shown before all is read: the one may still come.
    if (startAt !== null && !linked && !isOpen) return
    if (startAt !== null && 'run' in startAt && !linked) {
      // Which run said what may be known only once the checkpoints are. Who scrolls meanwhile is left alone.
      if (!stick.isThere()) restored.current = thread_id
      return
    }
    // A thread that was made in this page has no earlier place.
    const before = restored.current === null ? readScrollPlace(thread_id) : null
    const place = linked ? { turn: linked.key, offset: linkedPx } : before
    const isKnown = turns.some((turn) => turn.key === place?.turn)
    // Messages are shown before all is read: what is not among them may still come.
    if (place && !isKnown && !isOpen) return
    restored.current = thread_id
    if (!place || !isKnown) return
    // A long list is drawn later, and brings the reader there once more.
    if (linked) keepScrollPlace(thread_id, place)
    stick.leave()
    showPlace(stick.scroller.current, list.current, turns, place)
  }, [isOpen, thread_id, turns, stick, list, startAt])

  useEffect(() => {
    const element = stick.scroller.current
    if (!element || thread_id === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      timer = undefined
      // Until the reader has been brought back, this is not where they went.
      if (restored.current !== thread_id) return
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

  const latest = useRef(turns)
  latest.current = turns
  return useCallback(() => {
    if (thread_id === null || restored.current !== thread_id || stick.isThere()) return
    const place = readScrollPlace(thread_id)
    if (place) showPlace(stick.scroller.current, list.current, latest.current, place)
  }, [thread_id, stick.scroller, stick.isThere, list])
}

function holds({ human, parts, run_id }: Turn, at: StartAt): boolean {
  const messages = human ? [human, ...parts] : parts
  if ('message' in at) return messages.some(({ id }) => id === at.message)
  return (
    run_id === at.run ||
    messages.some((item) => item.run_id === at.run || (item.id !== null && item.id === at.last))
  )
}

function showPlace(
  scroller: HTMLElement | null,
  list: ListWindow | null,
  turns: readonly Turn[],
  { turn, offset }: ScrollPlace,
): void {
  const index = turns.findIndex(({ key }) => key === turn)
  if (index >= 0) showTurn(scroller, list, index, turn, offset)
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
