import { accessSync, constants } from 'node:fs'
import os from 'node:os'
import { treeMemory, treeUsage } from './process-tree.ts'

/** What the process of a revision may use; null where nothing limits it. */
export interface ProcessLimits {
  /** Of all its memory, in MB. */
  memory_mb: number | null
  /** Processors that it may run on at the same time. */
  cpus: number | null
}

const watchEveryMs = 500
/** The rest is for what is not the heap of JavaScript: code, buffers, threads. */
const heapShare = 0.75
const taskset = '/usr/bin/taskset'

let lastStart = 0

/** How Node is started so that it keeps to its limits: as any program, and with a heap that fits in. */
export function limitedCommand(
  limits: ProcessLimits,
  node = process.execPath,
): { execPath: string; execArgv: string[] } {
  const { memory_mb } = limits
  const heap = memory_mb ? [`--max-old-space-size=${Math.floor(memory_mb * heapShare)}`] : []
  const { program, args } = limitedProgram(node, limits)
  return { execPath: program, execArgv: [...args, ...heap] }
}

/**
 * How a program is started so that it keeps to its limits: on Linux on so many processors, each process on
 * the ones after those of the process before. `args` come before the program's own.
 */
export function limitedProgram(
  file: string,
  { cpus }: ProcessLimits,
): { program: string; args: string[] } {
  const places = os.availableParallelism()
  if (!cpus || cpus >= places || !canPlace()) return { program: file, args: [] }
  const chosen = Array.from({ length: cpus }, (_, index) => (lastStart + index) % places)
  lastStart = (lastStart + cpus) % places
  return { program: taskset, args: ['-c', chosen.join(','), file] }
}

function canPlace(): boolean {
  try {
    accessSync(taskset, constants.X_OK)
    return process.platform === 'linux'
  } catch {
    return false
  }
}

/** Calls `onExceeded` once when the process, with all that it started, uses more memory than it may. Answers what ends the watch. */
export function watchMemory(
  pid: number | undefined,
  limits: ProcessLimits,
  onExceeded: () => void,
): () => void {
  const { memory_mb } = limits
  if (!memory_mb || pid === undefined) return () => {}
  const timer = setInterval(async () => {
    // A process that is just ending cannot be read any more.
    const used = await treeUsage(pid).catch(() => null)
    if (!used || used.memory_bytes <= memory_mb * 1024 ** 2) return
    if ((await treeMemory(pid)) <= memory_mb * 1024 ** 2) return
    clearInterval(timer)
    onExceeded()
  }, watchEveryMs).unref()
  return () => clearInterval(timer)
}
