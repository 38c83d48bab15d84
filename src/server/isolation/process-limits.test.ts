import { execFile, spawn } from 'node:child_process'
import os from 'node:os'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { limitedCommand, watchMemory } from './process-limits.ts'

async function printed(limits: Parameters<typeof limitedCommand>[0], code: string) {
  const { execPath, execArgv } = limitedCommand(limits)
  const { stdout } = await promisify(execFile)(execPath, [...execArgv, '--eval', code])
  return stdout.trim()
}

it('the heap leaves room for the rest of the memory', async () => {
  const code = "console.log(require('node:v8').getHeapStatistics().heap_size_limit / 2 ** 20)"
  const heap = Number(await printed({ memory_mb: 400, cpus: null }, code))
  expect(heap).toBeGreaterThan(290)
  expect(heap).toBeLessThan(400)
})

it.runIf(process.platform === 'linux' && os.availableParallelism() > 1)(
  'a process runs on so many processors as it may',
  async () => {
    expect(
      await printed(
        { memory_mb: null, cpus: 1 },
        "console.log(require('os').availableParallelism())",
      ),
    ).toBe('1')
  },
)

it('a process that uses more memory than it may is noticed', async () => {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
  try {
    await new Promise<void>((resolve) => {
      watchMemory(child.pid, { memory_mb: 1, cpus: null }, resolve)
    })
  } finally {
    child.kill('SIGKILL')
  }
})
