import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = path.join(import.meta.dirname, 'no-descriptors.ts')

it('an executor that cannot be started for want of descriptors has ended, so that it is tried again', async () => {
  const limited = ['--nofile=64:64', process.execPath, '--import', 'tsx', script]
  const { stdout } = await promisify(execFile)('prlimit', limited)
  expect(stdout).toMatch(/^ended: spawn .*EMFILE/)
})
