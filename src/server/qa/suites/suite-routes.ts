import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Hono } from 'hono'
import { suiteLimits } from '../../../contract/qa/cases.ts'
import * as contract from '../../../contract/qa/suites.ts'
import type { Queryable } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { checkCases } from '../check-cases.ts'
import { readCaseFile } from '../import/read-case-file.ts'
import type { QaContext } from '../qa-context.ts'
import * as store from './suite-store.ts'

/** What people do with suites. */
export function mountSuites(routes: Hono, qa: QaContext): void {
  const { database, now } = qa

  route(routes, contract.listSuites, () => store.listSuiteRows(database))
  route(routes, contract.getSuite, async ({ params, query }) =>
    found(await store.findSuite(database, params.suite_id, query.version)),
  )
  route(
    routes,
    contract.createSuite,
    async ({ body, context }) => {
      checkCases(body.cases)
      const suite_id = randomUUID()
      const rubric = body.rubric ?? contract.plainRubric
      const change = { by: qa.nameOf(context), at: now() }
      await database.transaction((tx) =>
        store.insertSuite(tx, { ...body, suite_id, rubric }, change),
      )
      return found(await store.findSuite(database, suite_id))
    },
    { status: 201 },
  )
  route(routes, contract.patchSuite, async ({ params, body, context }) => {
    checkCases(body.cases ?? [])
    const change = { by: qa.nameOf(context), at: now() }
    return database.transaction(async (tx) => {
      const suite = await held(tx, params.suite_id)
      if (body.version !== undefined && body.version !== suite.version) {
        const by = suite.updated_by ? ` by ${suite.updated_by}` : ''
        throw new HttpError(
          409,
          `Version ${suite.version} was saved${by} meanwhile. What you wrote is still here: take over the newer one or save yours as a new suite.`,
        )
      }
      const { name = suite.name, description = suite.description } = body
      await store.renameSuite(tx, suite.suite_id, { name, description }, change)
      const { rubric = suite.rubric, cases = suite.cases } = body
      // The database keeps no order of fields.
      const isSame = isDeepStrictEqual([rubric, cases], [suite.rubric, suite.cases])
      if (!isSame) {
        await store.addVersion(tx, suite.suite_id, suite.version + 1, { rubric, cases }, change)
      }
      return found(await store.findSuite(tx, suite.suite_id))
    })
  })
  route(routes, contract.addCase, async ({ params, body, context }) => {
    checkCases([body])
    const change = { by: qa.nameOf(context), at: now() }
    return database.transaction(async (tx) => {
      const suite = await held(tx, params.suite_id)
      if (suite.cases.length >= suiteLimits.cases) {
        throw new HttpError(409, `The suite has ${suiteLimits.cases} cases, which is the most.`)
      }
      const key = freeKey(
        body.key,
        suite.cases.map((one) => one.key),
      )
      const content = { rubric: suite.rubric, cases: [...suite.cases, { ...body, key }] }
      await store.addVersion(tx, suite.suite_id, suite.version + 1, content, change)
      const { cases: _, ...summary } = found(await store.findSuite(tx, suite.suite_id))
      return summary
    })
  })
  route(routes, contract.deleteSuite, async ({ params }) => {
    const isGone = await database.transaction((tx) => store.removeSuite(tx, params.suite_id))
    if (!isGone) throw unknownSuite()
  })
  route(routes, contract.readCases, ({ body }) => readCaseFile(body))

  /** The newest version, held for a change. */
  async function held(tx: Queryable, suiteId: string): Promise<contract.Suite> {
    await store.lockSuite(tx, suiteId)
    return found(await store.findSuite(tx, suiteId))
  }
}

/** `a`, or `a-2` where that is taken, and so on. */
function freeKey(wanted: string, taken: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? wanted : `${wanted}-${count}`
    if (!taken.includes(key)) return key
  }
}

function found(suite: contract.Suite | null): contract.Suite {
  if (suite) return suite
  throw unknownSuite()
}

/** 404 in our words. */
export function unknownSuite(): HttpError {
  return new HttpError(404, 'There is no such suite, or not in this version.')
}
