import { call, type Transport } from '../../client/api.ts'
import {
  createSuite,
  listSuites,
  patchSuite,
  readCases,
  type Suite,
} from '../../contract/qa/suites.ts'

/** A file of cases with faults; each is a line of the message, with its place. */
class SuiteFileError extends Error {
  override name = 'SuiteFileError'
}

/**
 * The suite on the server that has the name of a file, with the file's cases, and its rubric and description where it says them: made when there is none, in a new version where
 * they differ. What the file says that is not taken over is told by `say`, a line for each kind. Rejects with a SuiteFileError, and keeps nothing then, when the file has a fault.
 */
export async function keepSuite(
  gateway: Transport,
  { name, text }: { name: string; text: string },
  say: (line: string) => void,
): Promise<Suite> {
  const {
    faults,
    cases: read,
    suite,
    left_out,
  } = await call(gateway, readCases, { body: { name, text } })
  if (faults.length > 0) {
    const lines = faults.map(({ line, column, message }) =>
      [`${name}:${line}`, ...(column ? [column] : [])].join(':').concat(` ${message}`),
    )
    throw new SuiteFileError(lines.join('\n'))
  }
  for (const line of left_out) say(`${name}: ${line}`)
  if (read.length === 0) throw new SuiteFileError(`${name} holds no cases.`)
  const cases = read.map((one) => one.case)
  const known = (await call(gateway, listSuites)).find((suite) => suite.name === name)
  const { name: _, ...said } = suite ?? {}
  const body = { ...said, cases }
  if (!known) return call(gateway, createSuite, { body: { ...body, name } })
  return call(gateway, patchSuite, { params: { suite_id: known.suite_id }, body })
}
