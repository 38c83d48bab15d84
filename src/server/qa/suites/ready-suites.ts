import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { createSuite, plainRubric } from '../../../contract/qa/suites.ts'
import type { Database } from '../../db/database.ts'
import { insertSuite, listSuiteRows } from './suite-store.ts'

/** The first line tells what the suite is, each of the others is a case. */
const Head = z.object({ suite: z.unknown() })

/**
 * Keeps the suites of a folder (`*.jsonl`, as they are exported) where there are none yet, so that QA is not empty. The files
 * are the package's own: throws where one cannot be read.
 */
export async function keepReadySuites(database: Database, folder: string, at: Date): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort()
  const suites = await Promise.all(names.map((name) => readSuite(path.join(folder, name))))
  await database.transaction(async (tx) => {
    if ((await listSuiteRows(tx)).length > 0) return
    for (const suite of suites) {
      const made = { ...suite, suite_id: randomUUID(), rubric: suite.rubric ?? plainRubric }
      await insertSuite(tx, made, { by: null, at })
    }
  })
}

async function readSuite(file: string) {
  const [head = '{}', ...lines] = (await readFile(file, 'utf8')).trim().split('\n')
  const cases = lines.map((line) => JSON.parse(line))
  const suite = Head.parse(JSON.parse(head)).suite as object
  return createSuite.body.parse({ ...suite, cases })
}
