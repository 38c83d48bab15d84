import { fileURLToPath } from 'node:url'
import type { Enclose } from '../../../isolation/isolation.ts'
import type { TypeOrder } from '../../../type-reader/type-order.ts'
import { buildEnvironment } from '../../commands/build-environment.ts'
import { runCommand } from '../../commands/run-command.ts'

const memoryMb = 1_024
const mostCharacters = 1_000_000

/** What the types of graphs say, as JSON text by graph; `problems` is why of some or all of them nothing is known. */
export interface ReadTypes {
  text: string
  problems: string[]
  /** It was not for the types, but for the reading of them. */
  hasFailed: boolean
}

/**
 * Has the types of a project's graphs read by a process of its own, which may take so long and no more than a
 * gigabyte of memory. Rejects with RolloutStopped when the signal aborted; any other end is answered.
 */
export async function readTypes(
  order: TypeOrder,
  how: {
    packageCache: string
    timeLimitMs: number
    enclose: Enclose | undefined
    signal: AbortSignal
  },
): Promise<ReadTypes> {
  const { packageCache, ...limits } = how
  const { library } = order
  const program = fileURLToPath(new URL('../../../type-reader/main.ts', import.meta.url))
  // As it is built it is no TypeScript.
  const loader = program.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []
  const end = await runCommand(process.execPath, [...loader, program, JSON.stringify(order)], {
    ...limits,
    cwd: order.directory,
    // Beside a folder that somebody works in, nothing is left behind.
    env: { ...buildEnvironment(packageCache), ...(library ? { TMPDIR: library } : {}) },
    memoryMb,
    keptCharacters: mostCharacters,
  })
  if (!end.isOk || end.stdout.length >= mostCharacters) {
    const why = end.isOk ? 'told more than can be kept' : end.how
    const problem = `The types of the graphs could not be read: TypeScript ${why}. Forms show the names of their fields only.`
    return { text: '{}', problems: [problem], hasFailed: true }
  }
  const [text = '{}', ...problems] = end.stdout.trimEnd().split('\n')
  return { text, problems, hasFailed: false }
}
