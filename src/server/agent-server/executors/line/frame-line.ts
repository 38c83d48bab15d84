import { spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { putBackOfChild } from '../../../executor/protocol/child-frames.ts'
import { BrokenFrameError, FrameReader } from '../../../executor/protocol/frames.ts'
import { frameOfParent } from '../../../executor/protocol/parent-frames.ts'
import type { Enclosed } from '../../../isolation/isolation.ts'
import { endGroup } from './end-group.ts'
import { type ExecutorLine, endOf, type LineListener } from './line.ts'

/**
 * Starts an executor with a line of frames over descriptor 3, both ways; standard output and error are logs. What
 * comes over it is read here alone: whatever user code writes there ends its own process at most.
 */
export function openFrameLine(enclosed: Enclosed, listener: LineListener): ExecutorLine {
  const child = spawn(enclosed.program, enclosed.args, {
    cwd: enclosed.cwd,
    env: enclosed.env,
    stdio: [enclosed.input === null ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that processes that the agent starts are ended with it.
    detached: true,
  })
  // A pipe of this kind goes both ways. Where this process has no descriptor left there are none, which `error` tells.
  const pipes = child.stdio as typeof child.stdio | undefined
  const line = (pipes?.[3] ?? null) as Duplex | null
  const reader = new FrameReader(putBackOfChild)
  const { end: kill } = endGroup(child)
  child.stdin?.on('error', () => {
    // It ended before it read anything, which its end tells.
  })
  child.stdin?.end(enclosed.input)
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
  child.on('exit', (code, signal) => listener.onEnd(endOf(enclosed, code, signal)))
  return {
    pid: child.pid ?? null,
    stdout: child.stdout,
    stderr: child.stderr,
    progress: () => reader.progress,
    send(message) {
      if (!line?.writable) return
      line.cork()
      for (const part of frameOfParent(message)) line.write(part)
      line.uncork()
    },
    kill,
  }
}
