import { type MouseEvent, useCallback } from 'react'
import { useHref, useNavigate } from 'react-router-dom'

/**
 * Links of a table that has very many rows: plain anchors and one handler, since a router's link in each
 * row costs more than all else that is in it.
 * @returns what makes an address of a path, and the click handler of the element around the rows: a link
 *   goes where it says, and a row, away from its controls and selected text, where its first link goes
 */
export function useRowLinks() {
  const navigate = useNavigate()
  const base = useHref('/').replace(/\/$/, '')
  return {
    href: useCallback((path: string) => base + path, [base]),
    onClick(event: MouseEvent) {
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
    },
  }
}
