// @ts-check
import { checkoutRoot, isCheckout } from './checkout.mjs'
import { ensureInstalled } from './install.mjs'

/** Makes the server's TypeScript loadable by `import()`, after installing the packages where they are missing. */
export async function prepareServerCode() {
  if (isCheckout) await ensureInstalled(checkoutRoot)
  const tsx = await import('tsx/esm/api')
  tsx.register()
}
