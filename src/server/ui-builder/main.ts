/**
 * Bundles a project's components in a process of its own, which sees the project and not the server: an import may
 * name any file. Its argument is a UiOrder. It prints the UiFiles as a line of JSON; where that cannot be, it prints why
 * as an error and ends with 1.
 */

import os from 'node:os'
import { bundleUi } from './bundle-ui.ts'
import type { UiOrder } from './ui-order.ts'

// What serves comes first.
os.setPriority(os.constants.priority.PRIORITY_LOW)
const bundled = await bundleUi(JSON.parse(process.argv[2] ?? '') as UiOrder)
if ('faults' in bundled) {
  for (const fault of bundled.faults) console.error(fault)
  process.exitCode = 1
} else console.log(JSON.stringify(bundled.files))
