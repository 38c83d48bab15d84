import { Worker } from 'node:worker_threads'

/**
 * Ends this process when its parent is gone, even while user code keeps the main thread busy and no
 * disconnect can be noticed there: a thread of its own looks whose child the process is.
 */
export function watchParent(): void {
  const source = `
    const parent = process.ppid
    setInterval(() => {
      if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
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
