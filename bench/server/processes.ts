import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface ListedProcess {
  pid: number
  /** Resident memory in bytes. */
  memory: number
}

/** A process with all that it started, directly or not. */
export async function processTree(root: number): Promise<ListedProcess[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss='])
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const tree = new Map<number, ListedProcess>()
  for (let before = -1; before < tree.size; ) {
    before = tree.size
    for (const [pid = 0, parent = 0, kilobytes = 0] of all) {
      if (pid === root || tree.has(parent)) tree.set(pid, { pid, memory: kilobytes * 1024 })
    }
  }
  return [...tree.values()]
}

/** Ends a process and all that it started; its parent alone would leave the others at work. */
export async function endTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  for (const { pid } of await processTree(child.pid)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // It went by itself meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  await ended
}

/** What a started server printed, to be told when it does not come up. */
export function printed(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(-20_000)
    })
  }
  return () => text
}
