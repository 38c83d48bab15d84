import { type ChildProcess, spawn } from 'node:child_process'
import { RolloutStopped } from './rollout-failure.ts'

/** How much of the output is kept for error messages and for callers that read it. */
const keptCharacters = 64_000
const lineLimit = 4_000

interface CommandEnd {
  isOk: boolean
  /** In words: `ended with exit code 1`. */
  how: string
  stdout: string
  stderr: string
}

/**
 * Runs a program to its end, with no input. Both its outputs go to `onLine`, without colours. Past
 * the time limit, and when the signal aborts, it is killed together with all that it started.
 * Rejects with RolloutStopped when the signal aborted; any other end is answered.
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: {
    cwd: string
    env: Record<string, string>
    timeLimitMs: number
    signal: AbortSignal
    onLine?: (line: string) => void
  },
): Promise<CommandEnd> {
  if (options.signal.aborted) throw new RolloutStopped()
  const isWindows = process.platform === 'win32'
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that whatever it starts can be ended with it.
    detached: !isWindows,
  })
  const stdout = collect(child.stdout, options.onLine)
  const stderr = collect(child.stderr, options.onLine)
  let isOverdue = false
  const timer = setTimeout(() => {
    isOverdue = true
    killAll(child)
  }, options.timeLimitMs)
  const onAbort = () => killAll(child)
  options.signal.addEventListener('abort', onAbort, { once: true })
  // What it left running would keep its output open, and `close` would never come.
  child.once('exit', () => killAll(child))
  try {
    const how = await new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`could not be started (${error.message})`))
      child.once('close', (code, killer) => {
        if (isOverdue) {
          resolve(
            `took longer than ${Math.round(options.timeLimitMs / 60_000)} minutes and was ended`,
          )
        } else resolve(killer ? `was ended by ${killer}` : `ended with exit code ${code}`)
      })
    })
    if (options.signal.aborted) throw new RolloutStopped()
    return { isOk: how === 'ended with exit code 0', how, stdout: stdout(), stderr: stderr() }
  } finally {
    clearTimeout(timer)
    options.signal.removeEventListener('abort', onAbort)
  }
}

function killAll(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Reads an output line by line; the answered function tells the end of it so far. */
function collect(stream: NodeJS.ReadableStream | null, onLine?: (line: string) => void) {
  let kept = ''
  let open = ''
  const emit = (line: string) => {
    const plain = plainText(line)
    if (plain.trim() !== '') onLine?.(plain)
  }
  stream?.setEncoding('utf8')
  stream?.on('data', (text: string) => {
    kept = (kept + text).slice(-keptCharacters)
    // A carriage return redraws a progress line: only what it shows in the end is a line.
    const lines = (open + text).split(/\r?\n/)
    open = (lines.pop() ?? '').slice(-lineLimit * 2)
    for (const line of lines) emit(line.split('\r').at(-1) ?? '')
  })
  stream?.on('end', () => emit(open.split('\r').at(-1) ?? ''))
  return () => kept
}

function plainText(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours and other terminal commands
  const plain = line.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').trimEnd()
  return plain.length > lineLimit ? `${plain.slice(0, lineLimit)} …` : plain
}
