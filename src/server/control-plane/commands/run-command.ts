import { type ChildProcess, spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { cutText } from '../../cut-text.ts'
import type { Enclose } from '../../isolation/isolation.ts'
import { watchMemory } from '../../isolation/process-limits.ts'
import { RolloutStopped } from '../rollout-failure.ts'
import { findProgram } from './find-program.ts'
import { inWords } from './in-words.ts'

/** How much of the output is kept for error messages and for callers that read it. */
const usuallyKept = 64_000
const lineLimit = 4_000

/**
 * Runs a program in the group of this shell and ends the whole group when the other end of its third
 * descriptor is closed: when the server that started it is gone, however that ended.
 */
const watched = '{ read -r _ <&3; kill -9 0; } & exec "$@" 3<&-'

export interface CommandEnd {
  isOk: boolean
  /** The program is not installed here. */
  isMissing: boolean
  isOverdue: boolean
  /** In words: `ended with exit code 1`. */
  how: string
  stdout: string
  stderr: string
}

/**
 * Runs a program to its end, with no input. Both its outputs go to `onLine`, of a terminal's commands only the colours. Past
 * the time limit, over the memory limit, when the signal aborts, and when this process is gone, it is killed together with
 * all that it started. An enclosed program ends with this process by itself. Rejects with RolloutStopped when the signal aborted; any other end is answered.
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: {
    cwd: string
    env: Record<string, string>
    timeLimitMs: number
    /** Of it with all that it starts; nothing limits it when absent. */
    memoryMb?: number
    signal: AbortSignal
    onLine?: (line: string) => void
    /** How much of each output is answered, from the end; 64,000 when absent. */
    keptCharacters?: number
    /** Keeps a project's code apart; the program is started as it is when absent. */
    enclose?: Enclose | undefined
  },
): Promise<CommandEnd> {
  if (options.signal.aborted) throw new RolloutStopped()
  const file = await findProgram(program, options.env)
  if (options.signal.aborted) throw new RolloutStopped()
  if (file === null) return missing(program)
  const isWindows = process.platform === 'win32'
  const enclosed = options.enclose?.({ ...options, file, args, directory: options.cwd })
  const child = enclosed
    ? spawn(enclosed.program, enclosed.args, {
        cwd: enclosed.cwd,
        env: enclosed.env,
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
      })
    : isWindows
      ? spawn(file, args, {
          cwd: options.cwd,
          env: options.env,
          stdio: ['ignore', 'pipe', 'pipe'],
          shell: file.endsWith('.cmd'),
        })
      : spawn('/bin/sh', ['-c', watched, 'sh', file, ...args], {
          cwd: options.cwd,
          env: options.env,
          stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
          // A group of its own, so that whatever it starts can be ended with it.
          detached: true,
        })
  // Told before anything else: what no descriptors are left for has no streams either.
  const unstarted = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started (${error.message})`))
  })
  const watching = child.stdio?.[3]
  for (const end of [child.stdin, watching]) {
    end?.on('error', () => {
      // Its other end went with the program.
    })
  }
  child.stdin?.end(enclosed?.input ?? '')
  const { memoryMb = null, keptCharacters = usuallyKept } = options
  const stdout = collect(child.stdout, keptCharacters, options.onLine)
  const stderr = collect(child.stderr, keptCharacters, options.onLine)
  let isOverdue = false
  let isTooLarge = false
  const stopWatching = watchMemory(child.pid, { memory_mb: memoryMb, cpus: null }, () => {
    isTooLarge = true
    killAll(child)
  })
  const timer = setTimeout(() => {
    isOverdue = true
    killAll(child)
  }, options.timeLimitMs)
  const onAbort = () => killAll(child)
  options.signal.addEventListener('abort', onAbort, { once: true })
  // What it left running would keep its output open, and `close` would never come.
  child.once('exit', () => killAll(child))
  try {
    const ended = new Promise<string>((resolve) => {
      child.once('close', (code, killer) => {
        if (isOverdue) {
          resolve(`took longer than ${inWords(options.timeLimitMs)} and was ended`)
        } else if (isTooLarge) resolve(`used more than ${memoryMb} MB of memory and was ended`)
        else resolve(killer ? `was ended by ${killer}` : `ended with exit code ${code}`)
      })
    })
    const how = await Promise.race([unstarted, ended])
    if (options.signal.aborted) throw new RolloutStopped()
    const isOk = how === 'ended with exit code 0'
    return { isOk, isMissing: false, isOverdue, how, stdout: stdout(), stderr: stderr() }
  } finally {
    watching?.destroy()
    clearTimeout(timer)
    stopWatching()
    options.signal.removeEventListener('abort', onAbort)
  }
}

function missing(program: string): CommandEnd {
  const how = `could not be started (${program} is not installed)`
  return { isOk: false, isMissing: true, isOverdue: false, how, stdout: '', stderr: '' }
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
function collect(
  stream: NodeJS.ReadableStream | null,
  keptCharacters: number,
  onLine?: (line: string) => void,
) {
  let kept = ''
  let open = ''
  const emit = (line: string) => {
    const plain = plainText(line)
    if (stripVTControlCharacters(plain).trim() !== '') onLine?.(plain)
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal commands other than colours
  const plain = line.replace(/\u001b\[[0-9;?]*[ -/]*[@-ln-~]/g, '').trimEnd()
  return cutText(plain, lineLimit)
}
