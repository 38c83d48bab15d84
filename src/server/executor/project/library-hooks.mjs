// @ts-check
import { pathToFileURL } from 'node:url'

let library = ''

/** @param {{ library: string }} data the folder that they are in */
export function initialize(data) {
  library = pathToFileURL(`${data.library}/`).href
}

/**
 * How modules are found for a working folder. Packages that it does not have are those of Quarterdeck, if they are
 * among the ones that projects may use; and what begins with `library-of:` is a package as a module at the address
 * behind it would find it, refused where it is no installed one.
 * @type {import('node:module').ResolveHook}
 */
export async function resolve(specifier, context, next) {
  const [, asked, name] = /^library-of:(\S+) (\S+)$/.exec(specifier) ?? []
  if (!asked || !name) return resolved(specifier, context, next)
  const found = await resolved(name, { ...context, parentURL: asked }, next)
  if (found.url.includes('/node_modules/')) return found
  throw new Error(`${name} is a part of the project.`)
}

/** @type {import('node:module').ResolveHook} */
async function resolved(specifier, context, next) {
  try {
    return await next(specifier, context)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'ERR_MODULE_NOT_FOUND' || /^[./]|^\w+:/.test(specifier)) throw error
    try {
      return await next(specifier, { ...context, parentURL: library })
    } catch {
      // The project's own words say where it was looked for.
      throw error
    }
  }
}
