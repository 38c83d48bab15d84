import type { EmbedConfig, VisitorIdentity } from '../contract/visitors.ts'

/** Where the chat stands on its page: in a corner, in the flow of the page, or as the whole page. */
export type WidgetPlacement = 'right' | 'left' | 'inline' | 'page'

/** What the element tells its page, see `WidgetEvents`. */
export type Emit = <Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]) => void

/** Events of the element, all named `quarterdeck-…`, and what their `detail` holds. */
export interface WidgetEvents {
  ready: { embed: string }
  open: { open: boolean }
  /** A whole message, of the visitor or of the agent. */
  message: { role: 'visitor' | 'agent'; text: string }
  feedback: { direction: 'up' | 'down'; comment: string | null }
  error: { message: string }
}

/** What the element hands to the panel that it has loaded. */
export interface PanelHost {
  /** Where the panel draws, inside the element's shadow root. */
  container: HTMLElement
  root: ShadowRoot
  /** Absolute address of the embed's interface, without a slash at its end. */
  apiUrl: string
  embedKey: string
  config: EmbedConfig
  placement: WidgetPlacement
  /** A language tag; texts of the page's own go before ours. */
  language: string
  texts: Readonly<Record<string, string>>
  identity: VisitorIdentity | null
  emit: Emit
  /** Closes the box; absent where it cannot be closed. */
  onClose?: () => void
  /** Answers that came while the box was closed. */
  onUnread(count: number): void
}

/** What the element does with a panel. */
export interface PanelHandle {
  setOpen(isOpen: boolean): void
  /** Who the visitor is from now on; null for somebody unknown. The conversation starts anew. */
  identify(identity: VisitorIdentity | null): void
  /** Sends a message as if the visitor had typed it. */
  send(text: string): void
  destroy(): void
}

export interface PanelModule {
  mountPanel(host: PanelHost): PanelHandle
}
