// @ts-check
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureConsoleBuilt } from './building/built-console.mjs'
import { ensureServerBuilt } from './building/built-server.mjs'
import { checkoutRoot, isCheckout } from './checkout.mjs'
import { ensureInstalled } from './install.mjs'

/** Makes the server's TypeScript loadable by `import()`, after installing the packages where they are missing. */
export async function prepareServerCode() {
  if (isCheckout) await ensureInstalled(checkoutRoot)
  const tsx = await import('tsx/esm/api')
  tsx.register()
}

/** @typedef {{ start: typeof import('../server/main.ts'), dev: typeof import('../server/working-folder/main.ts') }} Programs */

/**
 * A program that serves the console until it is told to stop: what it needs is installed and built where that is
 * missing. Outside of a checkout nothing can be built, and it is loaded from its source.
 * @template {keyof Programs} Name @param {Name} name @returns {Promise<Programs[Name]>}
 */
export async function loadServer(name) {
  if (!isCheckout) {
    await prepareServerCode()
    /** @type {{ [Name in keyof Programs]: () => Promise<Programs[Name]> }} */
    const sources = {
      start: () => import('../server/main.ts'),
      dev: () => import('../server/working-folder/main.ts'),
    }
    return sources[name]()
  }
  await ensureInstalled(checkoutRoot)
  await ensureConsoleBuilt(checkoutRoot)
  return loadBuilt(name)
}

/** As it is built from this checkout, which is done where that is missing. @template {keyof Programs} Name @param {Name} name @returns {Promise<Programs[Name]>} */
export async function loadBuilt(name) {
  const folder = await ensureServerBuilt(checkoutRoot)
  // The log names lines of the source.
  process.setSourceMapsEnabled(true)
  return import(pathToFileURL(join(folder, `${name}.mjs`)).href)
}
