import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = path.join(import.meta.dirname, 'no-descriptors.ts')

async function without(what: 'line' | 'command'): Promise<string> {
  const limited = ['--nofile=64:64', process.execPath, '--import', 'tsx', script, what]
  return (await promisify(execFile)('prlimit', limited)).stdout
}

it('an executor that cannot be started for want of descriptors has ended, so that it is tried again', async () => {
  expect(await without('line')).toMatch(/^ended: spawn .*EMFILE/)
})

it('35.5: a command that cannot be started for want of descriptors says so, and its server goes on', async () => {
  expect(await without('command')).toMatch(/^could not be started \(spawn .*EMFILE/)
})
