#!/usr/bin/env node
// @ts-check
import { refuseOldNode } from './node-version.mjs'

refuseOldNode()
// Imported only now: everything behind it may use whatever Node 20.19 understands.
import('./command-line.mjs').then((commandLine) => commandLine.run(process.argv.slice(2)))
