import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { openDataDir } from '../../../src/server/process/data-dir.ts'
import { deployExamples } from '../../../src/server/process/examples.ts'

const folders: string[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

it('without git says so in a sentence and goes on', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-examples-'))
  folders.push(folder)
  vi.stubEnv('PATH', path.join(folder, 'nothing'))
  const notice = await deployExamples({
    dataDir: await openDataDir(path.join(folder, 'data')),
    packageFolder: path.resolve(import.meta.dirname, '../../..'),
    baseUrl: 'http://127.0.0.1:1/never-asked',
    apiKey: 'none',
    onDeployed: async () => {},
  })
  expect(notice).toMatch(/git is not installed/)
})
