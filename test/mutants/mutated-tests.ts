import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import { preparePython } from '../helpers/python-tools.ts'
import type { Mutation } from './mutation.ts'

/** Longer than any test of those that are run here; one that hangs has noticed the mutation. */
const testTimeout = 60_000
/** What tests and the processes that they start read of the repository. */
const parts = [
  'src',
  'test',
  'examples',
  'examples-python',
  'public',
  'package.json',
  'tsconfig.json',
]
const shared = ['node_modules', 'dist']

/** Of the graphs of the tests. */
export type Language = 'javascript' | 'python'

/** Runs tests over mutated code, in a copy of the repository: so servers and agents in processes of their own have it too. */
export class MutatedTests {
  readonly #copy: string
  readonly #vitest: Vitest
  /** What is mutated now, as it was before. */
  #changed: { file: string; text: string } | null = null

  private constructor(copy: string, vitest: Vitest) {
    this.#copy = copy
    this.#vitest = vitest
  }

  static async open(
    root: string,
    { tests, language }: { tests: readonly string[]; language: Language },
  ): Promise<MutatedTests> {
    const copy = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-mutants-'))
    // Agents run as users of their own.
    await chmod(copy, 0o755)
    for (const part of parts) {
      await cp(path.join(root, part), path.join(copy, part), { recursive: true })
    }
    for (const part of shared) await symlink(path.join(root, part), path.join(copy, part))
    const vitest = await createVitest('test', {
      config: false,
      root: copy,
      include: [...tests],
      globalSetup: ['./test/helpers/postgres-host.ts'],
      env: { QUARTERDECK_TEST_LANGUAGE: language, ...(await toolsOf(language)) },
      watch: false,
      isolate: false,
      maxWorkers: 1,
      bail: 1,
      testTimeout,
      hookTimeout: testTimeout,
      expect: { poll: { timeout: testTimeout } },
      reporters: [{}],
      silent: true,
    })
    return new MutatedTests(copy, vitest)
  }

  /** Whether all of these tests pass. */
  async pass(tests: readonly string[], mutation: Mutation | null): Promise<boolean> {
    if (this.#changed) await this.#write(this.#changed)
    this.#changed = null
    if (mutation) {
      const { file, text } = mutation
      this.#changed = { file, text: await readFile(path.join(this.#copy, file), 'utf8') }
      await this.#write({ file, text })
    }
    // Failures of the run before count as those of this one, which would be given up at once.
    this.#vitest.state.filesMap.clear()
    const all = await this.#vitest.globTestSpecifications([...tests])
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(all)
    return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
  }

  async close(): Promise<void> {
    await this.#vitest.close()
    await rm(this.#copy, { recursive: true, force: true })
  }

  async #write({ file, text }: { file: string; text: string }): Promise<void> {
    await writeFile(path.join(this.#copy, file), text)
    this.#vitest.invalidateFile(path.join(this.#copy, file))
  }
}

/** What tests of graphs in that language are told. */
async function toolsOf(language: Language): Promise<Record<string, string>> {
  if (language === 'javascript') return {}
  const tools = await preparePython()
  if ('python' in tools) {
    return { QUARTERDECK_TEST_PYTHON: tools.python, QUARTERDECK_TEST_WHEELS: tools.wheels }
  }
  throw new Error(`Rules of the executor in Python cannot be tried: ${tools.missing}.`)
}
