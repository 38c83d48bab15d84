import { Worker } from 'node:worker_threads'

/**
 * Ends this process when its parent is gone, even while user code keeps the main thread busy and no
 * disconnect can be noticed there: a thread of its own looks whose child the process is.
 * @param parent its process id, as the parent told it: it may be gone before this is called
 */
export function watchParent(parent: number): void {
  const source = `
    const parent = ${parent}
    setInterval(() => {
      if (process.ppid === parent) return
      for (const place of [-process.pid, process.pid]) {
        try { process.kill(place, 'SIGKILL') } catch {}
      }
    }, 1000)
  `
  const watcher = new Worker(source, {
    eval: true,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  })
  watcher.unref()
  watcher.on('error', (error) => process.stderr.write(`${error.message}\n`))
}
