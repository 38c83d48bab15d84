import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { limitedProgram, type ProcessLimits } from '../process-limits.ts'
import { BrokenFrameError, FrameReader, frameOf } from './frames.ts'
import type { Line, LineListener } from './line.ts'

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

/**
 * Starts an executor for Python with the interpreter of a project's environment. Messages travel as frames
 * over descriptor 3, both ways; standard output and error are logs.
 */
export function openPythonLine(
  start: { python: string; directory: string; env: Record<string, string>; limits: ProcessLimits },
  listener: LineListener,
): Line {
  const { python, directory, env, limits } = start
  const { program, args } = limitedProgram(python, limits)
  const child = spawn(program, [...args, '-u', '-c', boot, packageFolder], {
    cwd: directory,
    env: {
      ...env,
      PATH: [path.dirname(python), env.PATH].filter(Boolean).join(path.delimiter),
      PYTHONUTF8: '1',
      PYTHONUNBUFFERED: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that processes that the agent starts are ended with it.
    detached: true,
  })
  // A pipe of this kind goes both ways.
  const line = child.stdio[3] as Duplex | null
  const reader = new FrameReader()
  let isGone = false
  const kill = () => {
    try {
      // The system may give the number of a process that is gone to another one.
      if (child.pid !== undefined && !isGone) process.kill(-child.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  line?.on('data', (piece: Buffer) => {
    try {
      for (const message of reader.read(piece)) listener.onMessage(message)
    } catch (error) {
      if (!(error instanceof BrokenFrameError)) throw error
      line.removeAllListeners('data')
      line.resume()
      listener.onBroken(error.message)
    }
  })
  // The process is ending, or has closed its side: without a line it is of no use.
  line?.on('error', kill)
  line?.on('end', kill)
  child.on('error', (error) => listener.onEnd({ error }))
  child.on('exit', (code, signal) => {
    // What it started may outlive it.
    kill()
    isGone = true
    listener.onEnd({ code, signal })
  })
  return {
    pid: child.pid ?? null,
    stdout: child.stdout,
    stderr: child.stderr,
    send(message) {
      if (!line?.writable) return
      line.cork()
      for (const part of frameOf(message)) line.write(part)
      line.uncork()
    },
    kill,
  }
}
