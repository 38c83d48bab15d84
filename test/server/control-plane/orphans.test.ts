import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { atWork, endlessCommand, notedProcesses } from './processes.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-orphans-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('what a build started is ended when the server is killed, however that was done', async () => {
  const noted = path.join(folder, 'noted')
  const module = new URL(
    '../../../src/server/control-plane/commands/run-command.ts',
    import.meta.url,
  )
  const script = `
    const { runCommand } = await import(${JSON.stringify(module.href)})
    await runCommand('/bin/sh', ['-c', ${JSON.stringify(endlessCommand(noted))}], {
      cwd: '/', env: { PATH: process.env.PATH }, timeLimitMs: 600_000, signal: new AbortController().signal,
    })`
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const server = spawn(
    process.execPath,
    ['--import', tsx, '--input-type=module', '--eval', script],
    { stdio: 'inherit' },
  )
  try {
    const pids = await notedProcesses(noted)
    expect(await atWork(pids)).toHaveLength(2)
    server.kill('SIGKILL')
    await expect.poll(() => atWork(pids)).toEqual([])
  } finally {
    server.kill('SIGKILL')
  }
})
