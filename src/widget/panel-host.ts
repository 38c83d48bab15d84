import type { EmbedConfig } from '../contract/embeds/visitors.ts'
import type {
  WidgetAttributes,
  WidgetEvents,
  WidgetIdentity,
  WidgetPlacement,
} from './package/types.ts'

/** What the element tells its page, see `WidgetEvents`. */
export type Emit = <Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]) => void

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
  identity: WidgetIdentity | null
  /** What the page says of its visitor; null while it says nothing. */
  attributes: WidgetAttributes | null
  /** Once it is aborted, what is answered late is not kept in the browser either. */
  forgotten: AbortSignal
  /** The page that the visitor is on; null where it is not to be told. */
  page(): string | null
  /** The browser's own, whatever the page has made of `window.fetch`. */
  fetch: typeof fetch
  emit: Emit
  /** Closes the box; absent where it cannot be closed. */
  onClose?: () => void
  /** Answers that came while the box was closed. */
  onUnread(count: number): void
}

/** What the element does with a panel. */
export interface PanelHandle {
  /** `takesFocus` is false where nobody pressed anything: the box was open before the page was loaded again. */
  setOpen(isOpen: boolean, takesFocus: boolean): void
  /** Who the visitor is from now on; null for somebody unknown. The conversation starts anew. */
  identify(identity: WidgetIdentity | null): void
  setAttributes(attributes: WidgetAttributes): void
  /** Sends a message as if the visitor had typed it. */
  send(text: string): Promise<void>
  destroy(): void
}

export interface PanelModule {
  mountPanel(host: PanelHost): Promise<PanelHandle>
}
