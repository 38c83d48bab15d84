import { fileURLToPath } from 'node:url'
import type { Enclose } from '../../../isolation/isolation.ts'
import { limitedCommand, type ProcessLimits } from '../../../isolation/process-limits.ts'
import { openFrameLine } from './frame-line.ts'
import type { ExecutorLine, LineListener } from './line.ts'

/** Starts an executor for JavaScript and TypeScript. */
export function openNodeLine(
  start: {
    /** The program, absolute. */
    node: string
    directory: string
    env: Record<string, string>
    limits: ProcessLimits
    enclose: Enclose
  },
  listener: LineListener,
): ExecutorLine {
  const boot = fileURLToPath(new URL('../../../executor/boot.mjs', import.meta.url))
  const program = fileURLToPath(new URL('../../../executor/main.ts', import.meta.url))
  const { execPath, execArgv } = limitedCommand(start.limits, start.node)
  const enclosed = start.enclose({ ...start, file: execPath, args: execArgv })
  const parent = String(enclosed.parent ?? process.pid)
  const given = [boot, program, parent, start.env.QUARTERDECK_LIBRARY ?? '']
  return openFrameLine({ ...enclosed, args: [...enclosed.args, ...given] }, listener)
}
