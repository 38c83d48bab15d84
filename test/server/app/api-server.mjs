// @ts-check
import { reportAndExit } from '../../../src/cli/report-error.mjs'
import { loadBuilt } from '../../../src/cli/server-code.mjs'

// The server of `quarterdeck start` without a console: its options come as one JSON argument.
try {
  const { main } = await loadBuilt('start')
  await main(JSON.parse(process.argv[2] ?? '{}'))
} catch (error) {
  reportAndExit(error)
}
