import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { createVitest, type Vitest } from 'vitest/node'
import type { Mutation } from './mutation.ts'

/** Longer than any test of those that are run here; one that hangs has noticed the mutation. */
const testTimeout = 60_000

/** Runs tests over mutated code. Nothing is changed on the disk: the change is made as a file is loaded. */
export class MutatedTests {
  readonly #root: string
  readonly #vitest: Vitest
  readonly #mutator: { mutation: Mutation | null }

  private constructor(root: string, vitest: Vitest, mutator: { mutation: Mutation | null }) {
    this.#root = root
    this.#vitest = vitest
    this.#mutator = mutator
  }

  static async open(root: string, tests: readonly string[]): Promise<MutatedTests> {
    const mutator: { mutation: Mutation | null } = { mutation: null }
    const plugin: Plugin = {
      name: 'mutator',
      enforce: 'pre',
      load(id) {
        const { mutation } = mutator
        return mutation && id === resolve(root, mutation.file) ? mutation.text : null
      },
    }
    const vitest = await createVitest(
      'test',
      {
        config: false,
        root,
        include: [...tests],
        globalSetup: ['./test/helpers/postgres-host.ts'],
        watch: false,
        isolate: false,
        maxWorkers: 1,
        bail: 1,
        testTimeout,
        hookTimeout: testTimeout,
        expect: { poll: { timeout: testTimeout } },
        reporters: [{}],
        silent: true,
      },
      { plugins: [plugin] },
    )
    return new MutatedTests(root, vitest, mutator)
  }

  /** Whether all of these tests pass. */
  async pass(tests: readonly string[], mutation: Mutation | null): Promise<boolean> {
    const before = this.#mutator.mutation
    this.#mutator.mutation = mutation
    for (const changed of [before, mutation]) {
      if (changed) this.#vitest.invalidateFile(resolve(this.#root, changed.file))
    }
    // Failures of the run before count as those of this one, which would be given up at once.
    this.#vitest.state.filesMap.clear()
    const all = await this.#vitest.globTestSpecifications([...tests])
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(all)
    return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
  }

  async close(): Promise<void> {
    await this.#vitest.close()
  }
}
