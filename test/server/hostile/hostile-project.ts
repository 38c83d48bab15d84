import path from 'node:path'

/** The hostile agent as a project, in the language that the tests are run for. */
export interface HostileProject {
  /** `langgraph.json`. */
  settings: object
  /** What it is made of: from `test/fixtures`, to the place in the project. */
  files: readonly (readonly [from: string, to: string])[]
  buildCommand: string
  /** The folder of packages that it is installed from; null where it needs none. */
  wheels: string | null
}

/** @param packageFolder of this checkout, absolute */
export function hostileProject(packageFolder: string): HostileProject {
  if (process.env.QUARTERDECK_TEST_LANGUAGE === 'python') {
    return {
      settings: { graphs: { agent: './hostile/agent.py:graph' }, dependencies: ['.'] },
      files: [
        ['hostile-python', 'hostile'],
        ['python-agents/forger.py', 'hostile/forger.py'],
      ],
      buildCommand: 'python hostile/build.py',
      wheels: process.env.QUARTERDECK_TEST_WHEELS ?? null,
    }
  }
  const tsx = path.join(packageFolder, 'node_modules/tsx/dist/loader.mjs')
  return {
    settings: { graphs: { agent: './hostile/agent.ts:graph' } },
    files: [
      ['hostile', 'hostile'],
      ['agents/frame-writer.ts', 'agents/frame-writer.ts'],
    ],
    buildCommand: `node --import ${tsx} hostile/build.mjs`,
    wheels: null,
  }
}
