import type { PanelHost } from '../panel-host.ts'

/** Counts answers that came while the box was closed, and tells the page of whole messages. */
export interface Unread {
  setOpen(isOpen: boolean): void
  onAnswer(text: string): void
  onSent(text: string): void
}

export function createUnread(host: Pick<PanelHost, 'onUnread' | 'emit'>): Unread {
  let isOpen = false
  let count = 0
  return {
    setOpen(next) {
      isOpen = next
      if (isOpen && count > 0) {
        count = 0
        host.onUnread(0)
      }
    },
    onAnswer(text) {
      host.emit('message', { role: 'agent', text })
      if (isOpen) return
      count += 1
      host.onUnread(count)
    },
    onSent: (text) => host.emit('message', { role: 'visitor', text }),
  }
}
