/** The code of a page did not arrive: the server is away, or has been updated since this tab was opened. */
export class PageCodeError extends Error {
  override readonly name = 'PageCodeError'

  constructor(cause: unknown) {
    super('The code of this page did not arrive.', { cause })
  }
}

/** A route's `lazy` from the import of a page's file; its failure can be told from a page's own. */
export function page<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch((cause: unknown) => {
      throw new PageCodeError(cause)
    })
}
