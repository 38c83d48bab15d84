import type { WidgetOptions, WidgetPlacement } from '../package/types.ts'
import { ChatElement } from './chat-element.ts'
import { attributesIn } from './options.ts'
import { ownScript, scriptUrl } from './script-url.ts'

const tag = 'quarterdeck-chat'

function mount(options: WidgetOptions): ChatElement {
  const element = document.createElement(tag) as ChatElement
  element.configure(options)
  element.setAttribute('embed', options.embed)
  const { target } = options
  const place = typeof target === 'string' ? document.querySelector(target) : target
  if (target !== undefined && !place) {
    throw new Error('Quarterdeck: there is no element at “target”.')
  }
  if (place) place.append(element)
  else whenBody(element)
  return element
}

/**
 * Behind the body, which is not there yet for a script in the head. Not inside: pages that navigate by
 * script put another body in its place, and the conversation shall go on.
 */
function whenBody(element: ChatElement): void {
  const put = () => {
    if (!element.isDestroyed) document.documentElement.append(element)
  }
  if (document.body) put()
  else document.addEventListener('DOMContentLoaded', put, { once: true })
}

if (!customElements.get(tag)) {
  customElements.define(tag, ChatElement)
  Object.defineProperty(window, 'Quarterdeck', {
    value: Object.freeze({ mount }),
    configurable: true,
  })
}

const { embed, placement, language, theme, target, attributes } = ownScript?.dataset ?? {}
// A template and a tag manager may both add the script.
const isThere = document.querySelector(`${tag}[embed="${CSS.escape(embed ?? '')}"]`) !== null
if (embed !== undefined && !isThere) {
  try {
    window.Quarterdeck?.mount({
      embed,
      // The name may belong to the script of another server.
      server: scriptUrl(undefined),
      placement: placement as WidgetPlacement | undefined,
      language,
      theme: theme as WidgetOptions['theme'],
      target,
      attributes: attributesIn(attributes),
    } as WidgetOptions)
  } catch (error) {
    console.error((error as Error).message)
  }
}
