import { type KeyboardEvent, useRef } from 'react'
import { messageText } from '../../contract/agent-server/messages.ts'
import type { RunSession } from '../session/session-types.ts'

/** Arrow up in an empty box, or at the beginning of an earlier message, brings earlier messages back. */
export function useSentHistory(session: RunSession, text: string, setText: (text: string) => void) {
  const at = useRef(0)
  return {
    reset() {
      at.current = 0
    },
    /** True when the key was for the history. */
    onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return false
      if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false
      const box = event.currentTarget
      const sent = session
        .getSnapshot()
        .conversation.messages.filter((item) => item.kind === 'human')
        .map((item) => messageText(item.message.content))
        .filter(Boolean)
      const isShown = at.current > 0 && text === sent.at(-at.current)
      if (text !== '' && !isShown) {
        at.current = 0
        return false
      }
      if (isShown && event.key === 'ArrowUp' && box.selectionStart > 0) return false
      const next = at.current + (event.key === 'ArrowUp' ? 1 : -1)
      if (next < 0 || next > sent.length) return false
      event.preventDefault()
      at.current = next
      setText(next === 0 ? '' : (sent.at(-next) ?? ''))
      requestAnimationFrame(() => box.setSelectionRange(0, 0))
      return true
    },
  }
}
