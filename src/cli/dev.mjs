// @ts-check
import { refuseOldNode } from './node-version.mjs'

refuseOldNode()
import('./dev-servers.mjs').then((dev) => dev.run(process.argv.slice(2)))
