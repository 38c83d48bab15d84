// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutRoot } from './checkout.mjs'
import { completeLockFile, missingPlatformEntries } from './lock-file.mjs'

// To be run after every change of dependencies: `npm run lock`, with a folder for another lock file.
const path = join(checkoutRoot, process.argv[2] ?? '.', 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
const gaps = missingPlatformEntries(lock).length
writeFileSync(path, `${JSON.stringify(completeLockFile(lock), null, 2)}\n`)
console.log(gaps === 0 ? 'The lock file is complete.' : `Added ${gaps} platform packages.`)
