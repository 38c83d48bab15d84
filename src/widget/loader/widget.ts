import type { WidgetPlacement } from '../panel-host.ts'
import { ChatElement } from './chat-element.ts'
import type { WidgetOptions } from './options.ts'
import { ownScript } from './script-url.ts'

const tag = 'quarterdeck-chat'

/** The one name on the page: makes a chat and puts it there. */
interface Quarterdeck {
  /** Throws an Error with a sentence where an option cannot be used. */
  mount(options: WidgetOptions): ChatElement
}

declare global {
  interface Window {
    Quarterdeck?: Quarterdeck
  }
}

function mount(options: WidgetOptions): ChatElement {
  const element = document.createElement(tag) as ChatElement
  element.configure(options)
  const { target } = options
  const place = typeof target === 'string' ? document.querySelector(target) : target
  if (target !== undefined && !place) {
    throw new Error('Quarterdeck: there is no element at “target”.')
  }
  if (place) place.append(element)
  else whenBody((body) => body.append(element))
  return element
}

/** `document.body` is not there yet for a script in the head. */
function whenBody(work: (body: HTMLElement) => void): void {
  if (document.body) work(document.body)
  else document.addEventListener('DOMContentLoaded', () => work(document.body), { once: true })
}

if (!customElements.get(tag)) {
  customElements.define(tag, ChatElement)
  Object.defineProperty(window, 'Quarterdeck', {
    value: Object.freeze({ mount }),
    configurable: true,
  })
}

const { embed, placement, language, theme, target } = ownScript?.dataset ?? {}
if (embed !== undefined) {
  try {
    window.Quarterdeck?.mount({
      embed,
      placement: placement as WidgetPlacement | undefined,
      language,
      theme: theme as WidgetOptions['theme'],
      target,
    } as WidgetOptions)
  } catch (error) {
    console.error((error as Error).message)
  }
}
