const prefix = 'quarterdeck.scroll.'

/** Where a reader left a thread: the turn at the top of the view, and how far it was scrolled past. */
export interface ScrollPlace {
  readonly turn: string
  readonly offset: number
}

/** Kept for this tab; null means the end. Storage may be blocked: then it is the end. */
export function readScrollPlace(thread: string): ScrollPlace | null {
  try {
    const { turn, offset } = JSON.parse(sessionStorage.getItem(prefix + thread) ?? 'null') ?? {}
    return typeof turn === 'string' && typeof offset === 'number' ? { turn, offset } : null
  } catch {
    return null
  }
}

export function keepScrollPlace(thread: string, place: ScrollPlace | null): void {
  try {
    if (place === null) sessionStorage.removeItem(prefix + thread)
    else sessionStorage.setItem(prefix + thread, JSON.stringify(place))
  } catch {
    // Only the place is lost.
  }
}

/** The turn at the top of the view. */
export function placeIn(scroller: HTMLElement): ScrollPlace | null {
  const top = scroller.getBoundingClientRect().top
  for (const element of scroller.querySelectorAll<HTMLElement>('[data-turn]')) {
    const box = element.getBoundingClientRect()
    if (box.bottom > top) return { turn: element.dataset.turn ?? '', offset: top - box.top }
  }
  return null
}
