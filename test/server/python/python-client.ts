import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const scripts = path.resolve(import.meta.dirname, '../../fixtures/python-clients')

/** What a script of the fixtures prints, run by the interpreter that the tests of Python graphs have. */
export async function toldBy(script: string, ...words: string[]): Promise<Record<string, unknown>> {
  const python = process.env.QUARTERDECK_TEST_PYTHON ?? ''
  const { stdout } = await promisify(execFile)(python, [path.join(scripts, script), ...words])
  return JSON.parse(stdout) as Record<string, unknown>
}
