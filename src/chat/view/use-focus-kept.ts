import { type RefObject, useEffect } from 'react'
import { isBranchButton, sameBranchButton } from '../history/branch-focus.ts'

/**
 * Who works by keyboard and presses what then goes away, as with a stop, another version or an edit that is
 * done, is not sent back to the start of the page: the focus goes to the same button of the other version, to
 * the turn, or to where the next message is written.
 */
export function useFocusKept(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const chat = root.current
    if (!chat) return
    let forget = () => {}
    const onFocus = ({ target }: FocusEvent) => {
      forget()
      if (!(target instanceof HTMLElement)) return
      if (!target.matches(':focus-visible') && !isBranchButton(target)) return
      const { place, next } = homesOf(chat, target)
      if (target === next) return
      const observer = new MutationObserver(() => {
        if (target.isConnected) return
        forget()
        // Somebody else has it already.
        if (document.activeElement !== document.body) return
        const same = sameBranchButton(chat, target)
        if (same) return same.focus()
        if (!place?.isConnected) return next?.focus({ preventScroll: true })
        place.tabIndex = -1
        place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
        place.focus({ preventScroll: true })
      })
      observer.observe(chat, { childList: true, subtree: true })
      forget = () => observer.disconnect()
    }
    chat.addEventListener('focusin', onFocus)
    return () => {
      forget()
      chat.removeEventListener('focusin', onFocus)
    }
  }, [root])
}

/** The turn that something stands in, and what has the focus where that is gone. */
function homesOf(chat: HTMLElement, target: HTMLElement) {
  const log = chat.querySelector<HTMLElement>('[role=log]')
  const boxes = [...chat.querySelectorAll<HTMLElement>('textarea')]
  const box = boxes.findLast((item) => !log?.contains(item))
  const isInLog = log?.contains(target) || target.closest('search') !== null
  return {
    place: target.closest<HTMLElement>('[data-turn]'),
    next: isInLog ? log : (box ?? log),
  }
}
