import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limitedCommand, type ProcessLimits } from '../process-limits.ts'
import type { Line, LineListener } from './line.ts'

/**
 * Starts an executor for JavaScript and TypeScript. Node's own channel between two of its processes carries
 * the messages: it moves bytes as they are, and is faster than what could be built on top.
 */
export function openNodeLine(
  start: { directory: string; env: Record<string, string>; limits: ProcessLimits },
  listener: LineListener,
): Line {
  const boot = fileURLToPath(new URL('../../../executor/boot.mjs', import.meta.url))
  const child = fork(boot, [String(process.pid)], {
    ...limitedCommand(start.limits),
    serialization: 'advanced',
    cwd: start.directory,
    env: start.env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.on('message', (message) => listener.onMessage(message))
  child.on('error', (error) => listener.onEnd({ error }))
  child.on('exit', (code, signal) => listener.onEnd({ code, signal }))
  return {
    pid: child.pid ?? null,
    stdout: child.stdout,
    stderr: child.stderr,
    send(message) {
      if (!child.connected) return
      child.send(message, (error) => {
        // A broken line means that the process is ending; its exit is what gets reported.
        if (error) child.kill('SIGKILL')
      })
    },
    kill: () => child.kill('SIGKILL'),
  }
}
