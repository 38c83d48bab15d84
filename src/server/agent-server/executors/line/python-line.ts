import path from 'node:path'
import type { Enclose } from '../../../isolation/isolation.ts'
import { limitedProgram, type ProcessLimits } from '../../../isolation/process-limits.ts'
import { openFrameLine } from './frame-line.ts'
import type { ExecutorLine, LineListener } from './line.ts'

const packageFolder = path.join(import.meta.dirname, '../../../executor-python')

/**
 * Our package is found for as long as it is being imported: a project's own modules are never mistaken for
 * ours, nor ours for theirs.
 */
const boot = `import sys
sys.path[0] = sys.argv.pop(1)
from quarterdeck_executor.main import main
del sys.path[0]
main()`

/** Starts an executor for Python with the interpreter of a project's environment. */
export function openPythonLine(
  start: {
    python: string
    directory: string
    env: Record<string, string>
    limits: ProcessLimits
    enclose: Enclose
  },
  listener: LineListener,
): ExecutorLine {
  const { python, directory, env, limits } = start
  const { program, args } = limitedProgram(python, limits)
  const enclosed = start.enclose({
    file: program,
    args: [...args, '-u', '-c', boot, packageFolder],
    directory,
    env: {
      ...env,
      PATH: [path.dirname(python), env.PATH].filter(Boolean).join(path.delimiter),
      PYTHONUTF8: '1',
      PYTHONUNBUFFERED: '1',
      // Each thread of a step would otherwise keep memory of its own.
      MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX ?? '2',
    },
  })
  return openFrameLine(enclosed, listener)
}
