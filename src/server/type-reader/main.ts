/**
 * Reads the types of a project's graphs in a process of its own: a project's types can take for ever, and much memory.
 * Its argument is a TypeOrder. It prints the schemas by graph as a line of JSON, and then a line for each graph whose
 * types tell nothing. Nothing of the project is executed.
 */

import os from 'node:os'
import { readGraphTypes } from './read-graph-types.ts'
import type { TypeOrder } from './type-order.ts'

// What serves comes first.
os.setPriority(os.constants.priority.PRIORITY_LOW)
const { schemas, problems } = readGraphTypes(JSON.parse(process.argv[2] ?? '') as TypeOrder)
for (const line of [JSON.stringify(schemas), ...problems]) console.log(line)
