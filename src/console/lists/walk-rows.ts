import type { KeyboardEvent } from 'react'

/** From a filter above a list down to its first row; in a table of cells to the cell that Tab leads to. */
export function enterRows(): void {
  document.querySelector<HTMLElement>('main tbody a, main [data-cell][tabindex="0"]')?.focus()
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
