/** What a page's developer uses of the chat. This file imports nothing: it is published with the package. */

/** Where the chat stands on its page: in a corner, in the flow of the page, or as the whole page. */
export type WidgetPlacement = 'right' | 'left' | 'inline' | 'page'

export type WidgetTheme = 'auto' | 'light' | 'dark'

/** Who the visitor is, signed by the page's own server with the embed's identity secret. */
export interface WidgetIdentity {
  user_id: string
  /** Unix seconds. */
  expires_at: number
  /** `WidgetAttributes` as JSON, letter by letter as they were signed. */
  attributes?: string
  /** Hexadecimal HMAC-SHA256 of `{embed key}.{user_id}.{expires_at}`, with `.{attributes}` where there are some. */
  signature: string
}

/** What the page says of its visitor, such as name, email and plan. Agents are told that nobody vouches for it. */
export type WidgetAttributes = Readonly<Record<string, string | number | boolean>>

/** What a page may set; the operator's settings stand where it says nothing. */
export interface WidgetOptions {
  /** The embed's public key. */
  embed: string
  /** Address of the server, where that is not the one that the script came from. */
  server?: string
  placement?: WidgetPlacement
  /** A language tag such as `de` or `pt-BR`. */
  language?: string
  theme?: WidgetTheme
  /** Texts in place of ours, by name. */
  texts?: Record<string, string>
  /** Who the visitor is; null for nobody in particular. */
  identity?: WidgetIdentity | null
  /** What the page alone says of the visitor: twenty at most, texts of up to 500 characters. */
  attributes?: WidgetAttributes
  /** The address that counts as the visitor's page; else that of the browser, without `?…` and `#…`. */
  page?: string
  /** Where an inline chat goes: an element or a selector. */
  target?: Element | string
}

/** Events of the element, all named `quarterdeck-…`, and what their `detail` holds. */
export interface WidgetEvents {
  ready: { embed: string }
  open: { open: boolean }
  /** A whole message, of the visitor or of the agent. */
  message: { role: 'visitor' | 'agent'; text: string }
  feedback: { direction: 'up' | 'down'; comment: string | null }
  error: { message: string }
}

/** `<quarterdeck-chat>`. What it is asked before it is there is done when it is. */
export interface QuarterdeckChatElement extends HTMLElement {
  open(): void
  close(): void
  /**
   * Takes the chat off the page, with everything that it holds there; `forget` with what the browser keeps of the
   * visitor, who is a new one then. Their conversations stay on the server.
   */
  destroy(options?: { forget?: boolean }): void
  /** The conversation starts anew, as that visitor's; null for nobody in particular. */
  identify(identity: WidgetIdentity | null): void
  /** What the page says of the visitor from now on, in place of what it said before. */
  setAttributes(attributes: WidgetAttributes): void
  /** The address that counts as the visitor's page from now on; null for that of the browser. */
  setPage(address: string | null): void
  /** Opens the chat and sends a message as the visitor. */
  send(text: string): void
}

/** The one name that the script adds to the page. */
export interface Quarterdeck {
  /** Puts a chat on the page. Throws an Error with a sentence where an option cannot be used. */
  mount(options: WidgetOptions): QuarterdeckChatElement
}

declare global {
  interface Window {
    Quarterdeck?: Quarterdeck
  }
  interface HTMLElementTagNameMap {
    'quarterdeck-chat': QuarterdeckChatElement
  }
  interface HTMLElementEventMap {
    'quarterdeck-ready': CustomEvent<WidgetEvents['ready']>
    'quarterdeck-open': CustomEvent<WidgetEvents['open']>
    'quarterdeck-message': CustomEvent<WidgetEvents['message']>
    'quarterdeck-feedback': CustomEvent<WidgetEvents['feedback']>
    'quarterdeck-error': CustomEvent<WidgetEvents['error']>
  }
}
