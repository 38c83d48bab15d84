import { expect, it } from 'vitest'
import { processorMs, processUsage } from './process-usage.ts'

it('tells what a process uses, and that there is none', async () => {
  const before = await processUsage(process.pid)
  expect(before.memory_bytes).toBeGreaterThan(10_000_000)
  const until = process.cpuUsage().user + 60_000
  while (process.cpuUsage().user < until) Math.sqrt(Math.random())
  expect((await processUsage(process.pid)).cpu_ms).toBeGreaterThan(before.cpu_ms)
  await expect(processUsage(2 ** 30)).rejects.toThrow()
})

it('reads the times that ps writes', () => {
  expect(processorMs('3:04.56')).toBe(184_560)
  expect(processorMs('01:02:03')).toBe(3_723_000)
  expect(processorMs('1-00:00:01')).toBe(86_401_000)
})
