import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { runCommand } from '../../src/cli/run-command.mjs'

const cwd = tmpdir()
const node = (script: string, timeLimitMs = 10_000) =>
  runCommand(process.execPath, ['-e', script], { cwd, timeLimitMs, output: 'keep' })

it('returns the exit code and all output, both streams', async () => {
  expect(await node(`console.log('out'); console.error('err'); process.exit(3)`)).toEqual({
    code: 3,
    how: 'ended with exit code 3',
    output: expect.stringMatching(/out[\s\S]*err|err[\s\S]*out/),
  })
})

it('says when a signal ended it', async () => {
  expect(await node(`process.kill(process.pid, 'SIGTERM')`)).toMatchObject({
    code: 1,
    how: 'was ended by SIGTERM',
  })
})

it('says when there is no such program', async () => {
  const ended = await runCommand('/no/such/program', [], {
    cwd,
    timeLimitMs: 10_000,
    output: 'keep',
  })
  expect(ended.code).toBe(1)
  expect(ended.how).toContain('could not be started')
})

// A child that lives on holds the output open: that these calls return at all shows that it does not.
const sleeper = 'setInterval(() => {}, 1000)'
const startSleepingChild = `require('node:child_process')
  .spawn(process.execPath, ['-e', ${JSON.stringify(sleeper)}], { stdio: 'inherit' })`

it('ends the children too when the time is over', async () => {
  expect(await node(`${startSleepingChild}; ${sleeper}`, 1500)).toEqual({
    code: 1,
    how: 'took longer than 2 s and was ended',
    output: '',
  })
})

it('leaves nothing running that outlived it', async () => {
  expect(await node(`${startSleepingChild}.unref(); process.exit(0)`)).toEqual({
    code: 0,
    how: 'ended with exit code 0',
    output: '',
  })
})
