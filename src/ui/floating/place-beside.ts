interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface Placement {
  side: 'below' | 'above'
  align: 'start' | 'center' | 'end'
  /** Pixels between the two. */
  gap: number
}

/** Pixels that stay free at the edges of the screen. */
const margin = 8

/**
 * Where something floats beside its anchor: on the wanted side unless there is more room on the other,
 * never over the edge of the screen. All in CSS pixels of the viewport.
 * @returns its corner, and how high it may be
 */
export function placeBeside(
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
  { side, align, gap }: Placement,
): { left: number; top: number; maxHeight: number } {
  const roomAbove = anchor.top - gap - margin
  const roomBelow = view.height - (anchor.top + anchor.height) - gap - margin
  const [wanted, other] = side === 'below' ? [roomBelow, roomAbove] : [roomAbove, roomBelow]
  const stays = size.height <= wanted || wanted >= other
  const isBelow = (side === 'below') === stays
  const maxHeight = Math.max(0, stays ? wanted : other)
  const height = Math.min(size.height, maxHeight)
  const shift = { start: 0, center: 0.5, end: 1 }[align]
  const left = anchor.left + shift * (anchor.width - size.width)
  return {
    left: Math.max(margin, Math.min(left, view.width - size.width - margin)),
    top: isBelow ? anchor.top + anchor.height + gap : anchor.top - gap - height,
    maxHeight,
  }
}
