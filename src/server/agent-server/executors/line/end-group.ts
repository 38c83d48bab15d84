import type { ChildProcess } from 'node:child_process'

/** Ends a process that has a group of its own with the whole group: now, and once more when it has ended by itself. */
export function endGroup(child: ChildProcess): { end(): void } {
  let isGone = false
  const end = () => {
    try {
      // The system may give the number of a process that is gone to another one.
      if (child.pid !== undefined && !isGone) process.kill(-child.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  child.prependOnceListener('exit', () => {
    // What it started may outlive it.
    end()
    isGone = true
  })
  return { end }
}
