import type { KeyboardEvent, MouseEvent } from 'react'

/** Handler of a row that leads somewhere as a whole; its controls and selected text stay their own. */
export function openRow(open: () => void) {
  return (event: MouseEvent) => {
    const isControl =
      event.target instanceof Element &&
      event.target.closest('a, button, input, label, [role=menu], [role=dialog]')
    if (!isControl && !getSelection()?.toString()) open()
  }
}

/** Handler of a list: the arrow keys go from one row's link to the next. */
export function walkRows(rowSelector: 'tr' | 'li') {
  return (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const row = link?.closest(rowSelector)
    if (!step || !row || event.defaultPrevented) return
    const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
    const nextLink = next?.querySelector<HTMLElement>('a')
    if (!nextLink) return
    event.preventDefault()
    nextLink.focus()
  }
}
