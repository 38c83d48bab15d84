// @ts-check
import { stopWithParent } from './npm-script.mjs'
import { reportAndExit } from './report-error.mjs'
import { serve } from './serve.mjs'

// The server process of `npm run dev`: its options come as one JSON argument.
const parent = stopWithParent()
serve({ ...JSON.parse(process.argv[2] ?? '{}'), isDev: true }).then(
  parent.handlesSignals,
  reportAndExit,
)
