import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Those that a process has started and that are still there (Linux; elsewhere none are found). */
export async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return list.trim().split(' ').filter(Boolean).map(Number)
}

/** The processes of a server that hold graphs. */
export async function executorsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid)
  const lines = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  )
  return children.filter((_child, at) =>
    /executor\/boot\.mjs|quarterdeck_executor/.test(lines[at] ?? ''),
  )
}

/** Sends a signal to whoever is still there. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Leaves a process room for `more` files beside those that it has open. Answers how to take that back, or null where
 * the system has no `prlimit`.
 */
export async function limitDescriptors(
  pid: number,
  more: number,
): Promise<(() => Promise<void>) | null> {
  const set = (limit: string) =>
    promisify(execFile)('prlimit', ['--pid', String(pid), `--nofile=${limit}:`])
  try {
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8')
    const before = /^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? '1024'
    await set(String((await readdir(`/proc/${pid}/fd`)).length + more))
    return async () => {
      await set(before)
    }
  } catch {
    return null
  }
}
