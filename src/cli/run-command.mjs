// @ts-check
import { spawn } from 'node:child_process'

/**
 * Runs a program to its end and never throws: `how` says in words how it ended, `output` holds what it
 * printed when it was kept instead of shown. Past the time limit it is ended together with its children,
 * and so it is when this process is told to stop.
 * @param {string} program @param {string[]} args
 * @param {{ cwd: string, timeLimitMs: number, output: 'show' | 'keep', env?: Record<string, string> }} options
 *   `env` is added to this process's own
 * @returns {Promise<{ code: number, how: string, output: string }>} code is 1 when a signal ended it
 */
export function runCommand(program, args, { cwd, timeLimitMs, output, env }) {
  const isWindows = process.platform === 'win32'
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: output === 'show' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that whatever it starts can be ended with it.
    detached: !isWindows,
    shell: isWindows && program.endsWith('.cmd'),
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  }
  /** @param {NodeJS.Signals} signal */
  const endAll = (signal) => {
    try {
      if (isWindows || child.pid === undefined) child.kill(signal)
      else process.kill(-child.pid, signal)
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error
    }
  }
  let isOverdue = false
  const timer = setTimeout(() => {
    isOverdue = true
    endAll('SIGKILL')
  }, timeLimitMs)
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    endAll(signal)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)

  return new Promise((done) => {
    /** @param {number} code @param {string} how */
    const finish = (code, how) => {
      clearTimeout(timer)
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
      done({ code, how, output: printed })
    }
    child.once('error', (error) => finish(1, `could not be started (${error.message})`))
    // What it left running would keep its output open, and `close` would never come.
    child.once('exit', () => endAll('SIGKILL'))
    child.once('close', (code, signal) => {
      if (isOverdue) finish(1, `took longer than ${Math.round(timeLimitMs / 1000)} s and was ended`)
      else finish(code ?? 1, signal ? `was ended by ${signal}` : `ended with exit code ${code}`)
    })
  })
}
