import { readFileSync } from 'node:fs'
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node'
import { withPython } from './python.ts'

/**
 * Files that can share a worker come one after the other, the longest of them first. A worker that
 * keeps what it has loaded (the server's code, a database) is given up as soon as the next file needs
 * another one, so a mixed order would load it again and again.
 */
export class TestOrder implements TestSequencer {
  readonly #vitest: Vitest

  constructor(vitest: Vitest) {
    this.#vitest = vitest
  }

  async sort(all: TestSpecification[]): Promise<TestSpecification[]> {
    const files = await withPython(all, (line) => this.#vitest.logger.log(line))
    const sorted = await (await this.#usual()).sort(files)
    const kinds = new Map(sorted.map((file) => [file, kindOf(file)]))
    return sorted.sort((a, b) => (kinds.get(a) ?? 0) - (kinds.get(b) ?? 0))
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await this.#usual()).shard(files)
  }

  /** Loaded for a test run only: the configuration is read for every build as well. */
  async #usual(): Promise<TestSequencer> {
    const { BaseSequencer } = await import('vitest/node')
    return new BaseSequencer(this.#vitest)
  }
}

/** What a file's worker is: Node with graphs in Python, Node, Node with a DOM that files share, or a DOM of the file's own. */
function kindOf({ project, moduleId }: TestSpecification): number {
  if (project.name === 'dom') return 2
  if (project.name === 'python') return -1
  return /^\/\/ @vitest-environment jsdom/.test(readFileSync(moduleId, 'utf8')) ? 1 : 0
}
