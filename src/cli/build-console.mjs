// @ts-check
import { refuseOldNode } from './node-version.mjs'

refuseOldNode()
const { checkoutRoot } = await import('./checkout.mjs')
const { reportAndExit } = await import('./report-error.mjs')
try {
  const { ensureInstalled } = await import('./install.mjs')
  await ensureInstalled(checkoutRoot)
  const { ensureBuilt } = await import('./build.mjs')
  await ensureBuilt(checkoutRoot)
  console.log('The console is built: dist/console')
} catch (error) {
  reportAndExit(error)
}
