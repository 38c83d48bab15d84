import { type RefObject, useEffect, useRef } from 'react'

/** A wish to go on in the panel beside the table; it is granted once. */
export interface FocusWish {
  /** The case that is to be gone on with, or the details of the suite. */
  of: number | 'details'
}

/**
 * Gives focus to the heading of a panel when that was wished for.
 * @param own what the panel shows
 */
export function useWishedFocus(
  wish: FocusWish | null,
  own: FocusWish['of'],
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wish?.of === own) heading.current?.focus()
  }, [wish, own])
  return heading
}
