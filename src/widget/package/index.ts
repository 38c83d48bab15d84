import type { Quarterdeck, QuarterdeckChatElement, WidgetOptions } from './types.ts'

export type * from './types.ts'

const loads = new Map<string, Promise<Quarterdeck>>()

/**
 * Loads the script of a server into the page, once, and answers its interface. Rejects with an Error when
 * it cannot be loaded; the next call tries again.
 * @param server its address, such as `https://quarterdeck.example.com`
 */
export function loadQuarterdeck(server: string): Promise<Quarterdeck> {
  if (window.Quarterdeck) return Promise.resolve(window.Quarterdeck)
  const address = new URL('widget.js', server.endsWith('/') ? server : `${server}/`).href
  const known = loads.get(address)
  if (known) return known
  const load = addScript(address).catch((error: unknown) => {
    loads.delete(address)
    throw error
  })
  loads.set(address, load)
  return load
}

/** Puts a chat on the page, as `Quarterdeck.mount` does, once the server's script is there. */
export async function mount(
  options: WidgetOptions & { server: string },
): Promise<QuarterdeckChatElement> {
  return (await loadQuarterdeck(options.server)).mount(options)
}

function addScript(address: string): Promise<Quarterdeck> {
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(
        new Error(
          `Quarterdeck: ${address} could not be loaded. Check the address and the page’s Content-Security-Policy.`,
        ),
      )
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.addEventListener('error', refuse)
    script.addEventListener('load', () => {
      if (window.Quarterdeck) resolve(window.Quarterdeck)
      else refuse()
    })
    document.head.append(script)
  })
}
