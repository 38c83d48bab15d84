import type { FromFrame } from '../frame-messages.ts'

/** Tells the page around; it knows the frame by its window, and the frame knows no address of it. */
export function tell(message: FromFrame): void {
  parent.postMessage(message, '*')
}
