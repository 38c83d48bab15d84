import { readdir, readFile } from 'node:fs/promises'
import { type ProcessUsage, processUsage } from './process-usage.ts'

/** A tree that grows while it is read is not followed for ever. */
const mostProcesses = 2_000

/**
 * What a process uses with all that it has started, told by the system. Only Linux tells what a process has
 * started; elsewhere it is the process alone. Memory that several of them share is counted once for each.
 * Rejects when there is no such process.
 */
export async function treeUsage(pid: number): Promise<ProcessUsage> {
  const all = await Promise.all((await treeOf(pid)).map(usageOrNothing))
  const own = all[0] ?? (await processUsage(pid))
  return all.slice(1).reduce<ProcessUsage>(
    (sum, one) => ({
      memory_bytes: sum.memory_bytes + (one?.memory_bytes ?? 0),
      cpu_ms: sum.cpu_ms + (one?.cpu_ms ?? 0),
    }),
    own,
  )
}

/** What the tree has in memory, that which is shared counted once: slower to ask than `treeUsage`. */
export async function treeMemory(pid: number): Promise<number> {
  const all = await Promise.all(
    (await treeOf(pid)).map(async (one) => {
      try {
        const text = await readFile(`/proc/${one}/smaps_rollup`, 'utf8')
        return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024
      } catch {
        return (await usageOrNothing(one))?.memory_bytes ?? 0
      }
    }),
  )
  return all.reduce((sum, one) => sum + one, 0)
}

/** A process and all that it has started, itself first; only itself where the system does not tell. */
export async function treeOf(pid: number): Promise<number[]> {
  const found = [pid]
  for (let at = 0; at < found.length && found.length < mostProcesses; at += 1) {
    found.push(...(await childrenOf(found[at] as number)))
  }
  return found
}

/** Each thread has children of its own; none when it is gone. */
async function childrenOf(pid: number): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const tasks = `/proc/${pid}/task`
  const threads = await readdir(tasks).catch(() => [])
  const texts = await Promise.all(
    threads.map((thread) => readFile(`${tasks}/${thread}/children`, 'utf8').catch(() => '')),
  )
  return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number))
}

const usageOrNothing = (pid: number) => processUsage(pid).catch(() => null)
