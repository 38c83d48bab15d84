import { type MouseEvent, useCallback } from 'react'
import { useHref, useNavigate } from 'react-router-dom'
import { walkRows } from './walk-rows.ts'

/**
 * Links of the rows of a table: plain anchors and one handler, since a router's link in each row of a long one
 * costs more than all else that is in it.
 * @returns what makes an address of a path, and the handlers of the element around the rows: a link goes where
 *   it says, and a row, away from its controls and selected text, where its first link goes
 */
export function useRowLinks() {
  const navigate = useNavigate()
  const base = useHref('/').replace(/\/$/, '')
  const onClick = (event: MouseEvent) => {
    const { target } = event
    if (event.defaultPrevented || !(target instanceof Element)) return
    const link = target.closest('a')
    const isControl = target.closest('button, input, label, [role=menu], [role=dialog]')
    if (!link && (isControl || getSelection()?.toString())) return
    const leading = link ?? target.closest('tr')?.querySelector('a')
    const href = leading?.getAttribute('href')
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!href || (link && (!isPlain || isControl))) return
    event.preventDefault()
    void navigate(href.slice(base.length))
  }
  return {
    href: useCallback((path: string) => base + path, [base]),
    handlers: { onClick, onKeyDown: walkRows('tr') },
  }
}
