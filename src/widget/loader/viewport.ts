/** Keeps the part of the screen that a phone's keyboard leaves free in two properties of the element. */
export function followViewport(element: HTMLElement, signal: AbortSignal): void {
  const viewport = window.visualViewport
  if (!viewport) return
  const follow = () => {
    element.style.setProperty('--qd-viewport-height', `${viewport.height}px`)
    element.style.setProperty('--qd-viewport-top', `${viewport.offsetTop}px`)
  }
  follow()
  viewport.addEventListener('resize', follow, { signal })
  viewport.addEventListener('scroll', follow, { signal })
}
