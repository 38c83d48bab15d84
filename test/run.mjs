// @ts-check
import { refuseOldNode } from '../src/cli/node-version.mjs'

refuseOldNode()
import('./steps.mjs').then((steps) => steps.run(process.argv.slice(2)))
