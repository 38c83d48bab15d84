import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect } from 'vitest'

const run = promisify(execFile)

/** A build command that notes its own process and one that it starts in `file`, and never ends. */
export function endlessCommand(file: string): string {
  return `sleep 600 & echo "$$ $!" > ${file}.new; mv ${file}.new ${file}; wait`
}

/** The processes that a command noted, as soon as it has. */
export async function notedProcesses(file: string): Promise<number[]> {
  let text = ''
  await expect
    .poll(async () => {
      text = await readFile(file, 'utf8').catch(() => '')
      return text
    })
    .not.toBe('')
  return text.trim().split(/\s+/).map(Number)
}

/** Those that are still at work; a process that only waits to be reaped is not. */
export async function atWork(pids: number[]): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=,stat=', '-p', pids.join(',')]).catch(() => ({
    stdout: '',
  }))
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([pid, state]) => pid && !state?.startsWith('Z'))
    .map(([pid]) => Number(pid))
}
