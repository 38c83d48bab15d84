import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** What a process uses, told by the system and not by the process. */
export interface ProcessUsage {
  memory_bytes: number
  /** Of all its processors since its start. */
  cpu_ms: number
}

/** Linux counts processor time in hundredths of a second, on every machine that Node runs on. */
const msPerTick = 10

/** Asks the system. Rejects when there is no such process. */
export async function processUsage(pid: number): Promise<ProcessUsage> {
  if (process.platform === 'linux') {
    const [status, stat] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    // The program's name, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      memory_bytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024,
      cpu_ms: (Number(fields[11]) + Number(fields[12])) * msPerTick,
    }
  }
  const asked = ['-o', 'rss=,time=', '-p', String(pid)]
  const { stdout } = await promisify(execFile)('ps', asked)
  const [kilobytes = '', time = ''] = stdout.trim().split(/\s+/)
  return { memory_bytes: Number(kilobytes) * 1024, cpu_ms: processorMs(time) }
}

/** `1-02:03:04`, `02:03:04` or `3:04.56`, as `ps` writes the time that a process worked. */
export function processorMs(text: string): number {
  const [days, clock] = text.includes('-') ? text.split('-') : ['0', text]
  const parts = (clock ?? '').split(':').map(Number)
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0)
  return Math.round((Number(days) * 86_400 + seconds) * 1_000)
}
