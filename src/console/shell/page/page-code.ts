import type { RouteObject } from 'react-router-dom'
import { type PageName, pages } from '../../../contract/pages.ts'

/** The code of a page did not arrive: the server is away, or has been updated since this tab was opened. */
export class PageCodeError extends Error {
  override readonly name = 'PageCodeError'

  constructor(cause: unknown) {
    super('The code of this page did not arrive.', { cause })
  }
}

/** A route's `lazy` from the import of a file; its failure can be told from a page's own. */
export function pageCode<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch((cause: unknown) => {
      throw new PageCodeError(cause)
    })
}

/** The route of a page, known by the page's name, at the address that the contract has for it. */
export function pageRoute(name: PageName, load: () => Promise<object>): RouteObject {
  return { id: name, path: pages[name].path, lazy: pageCode(load) }
}
