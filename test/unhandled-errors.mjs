// @ts-check
import { writeFileSync } from 'node:fs'

/**
 * A reporter of vitest: writes the errors that came outside of every test to the file that QUARTERDECK_TEST_UNHANDLED
 * names, as a JSON list of texts. The JSON report leaves them out, and a run with one has failed whatever its tests did.
 */
export default class UnhandledErrors {
  /** @param {unknown} _modules @param {readonly { message?: string, stack?: string }[]} errors */
  onTestRunEnd(_modules, errors) {
    const file = process.env.QUARTERDECK_TEST_UNHANDLED
    if (!file) return
    writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)))
  }
}
