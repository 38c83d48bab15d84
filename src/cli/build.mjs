// @ts-check
import { refuseOldNode } from './node-version.mjs'

refuseOldNode()
const { checkoutRoot } = await import('./checkout.mjs')
const { reportAndExit } = await import('./report-error.mjs')
try {
  const { ensureInstalled } = await import('./install.mjs')
  await ensureInstalled(checkoutRoot)
  const { ensureConsoleBuilt } = await import('./building/built-console.mjs')
  await ensureConsoleBuilt(checkoutRoot)
  const { ensureServerBuilt } = await import('./building/built-server.mjs')
  await ensureServerBuilt(checkoutRoot)
  console.log('Built: the console in dist/console, the server in dist/server')
} catch (error) {
  reportAndExit(error)
}
