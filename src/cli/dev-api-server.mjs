// @ts-check
import { stopWithParent } from './npm-script.mjs'
import { reportAndExit } from './report-error.mjs'
import { prepareServerCode } from './server-code.mjs'

// The server process of `npm run dev`, from its source: its options come as one JSON argument.
const parent = stopWithParent()
try {
  await prepareServerCode()
  const { main } = await import('../server/main.ts')
  await main({ ...JSON.parse(process.argv[2] ?? '{}'), isDev: true })
  parent.handlesSignals()
} catch (error) {
  reportAndExit(error)
}
