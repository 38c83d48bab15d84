/** Scripts that run late (modules, loaders of optimizers) are not the current one: then the tag is looked up. */
const script =
  document.currentScript instanceof HTMLScriptElement
    ? document.currentScript
    : document.querySelector<HTMLScriptElement>('script[data-embed][src]')

/** The script tag that loaded this, for its `data-` attributes; null when there is none. */
export const ownScript = script

/**
 * Address of the server's files, with a slash at its end: `server`, or where the script came from, which may be the
 * address of a version (`…/widget/3f9c1a2b7c4d/widget.js`).
 */
export function scriptUrl(server: string | undefined): string {
  if (server) return server.endsWith('/') ? server : `${server}/`
  return new URL('.', script?.src || document.baseURI).href.replace(/widget\/[\da-f]{12}\/$/, '')
}
