/** For a control that goes away with its press, and would take focus with it: the page's heading gets it. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
