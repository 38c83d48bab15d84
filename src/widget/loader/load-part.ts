import type { PanelModule } from '../panel-host.ts'
import type { LauncherModule } from './launcher.ts'

/** Where a file lies, seen from the server's address, and its hash. */
interface Part {
  path: string
  integrity: string
}

/** Built into the loader. */
declare const BUBBLE: Part
declare const PANEL: Part

/** Loads what draws the bubble and the box. Rejects with an Error. */
export const loadLauncher = (server: string) => load(BUBBLE, server) as Promise<LauncherModule>

/** Loads the panel. Rejects with an Error. */
export const loadPanel = (server: string) => load(PANEL, server) as Promise<PanelModule>

/**
 * Loads a part that belongs to this script. The browser compares it with the hash that stands in the script, so that
 * a page that fixes the script by its own hash has fixed its parts too.
 */
async function load({ path, integrity }: Part, server: string): Promise<unknown> {
  const address = new URL(path, server).href
  await preload(address, integrity)
  return import(/* @vite-ignore */ address)
}

/** A module that was fetched with a hash is the one that `import` finds; of one with another nothing runs. */
function preload(address: string, integrity: string): Promise<void> {
  const link = document.createElement('link')
  if (!link.relList.supports('modulepreload')) return Promise.resolve()
  link.rel = 'modulepreload'
  link.integrity = integrity
  link.href = address
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () =>
      reject(new Error(`${address} could not be loaded, or is not what belongs to this script.`)),
    )
    document.head.append(link)
  }).finally(() => link.remove())
}
