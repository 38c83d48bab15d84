import type { PanelModule } from '../panel-host.ts'

/** Built into the loader: where the panel lies, seen from the server's address, and its hash. */
declare const PANEL_PATH: string
declare const PANEL_INTEGRITY: string

/**
 * Loads the panel that belongs to this script. The browser compares it with the hash that stands in the script, so that
 * a page that fixes the script by its own hash has fixed the panel too. Rejects with an Error.
 */
export async function loadPanel(server: string): Promise<PanelModule> {
  const address = new URL(PANEL_PATH, server).href
  await preload(address)
  return (await import(/* @vite-ignore */ address)) as PanelModule
}

/** A module that was fetched with a hash is the one that `import` finds; of one with another nothing runs. */
function preload(address: string): Promise<void> {
  const link = document.createElement('link')
  if (!link.relList.supports('modulepreload')) return Promise.resolve()
  link.rel = 'modulepreload'
  link.integrity = PANEL_INTEGRITY
  link.href = address
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () =>
      reject(new Error(`${address} could not be loaded, or is not what belongs to this script.`)),
    )
    document.head.append(link)
  }).finally(() => link.remove())
}
