import os from 'node:os'
import { expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

const how = { cwd: os.tmpdir(), env: { PATH: '' }, signal: new AbortController().signal }

it.runIf(process.platform === 'linux')(
  'a program that uses more memory than it may is ended',
  async () => {
    const greedy = 'const all = []; setInterval(() => all.push(Buffer.alloc(4e6, 1)), 1)'
    const end = await runCommand(process.execPath, ['-e', greedy], {
      ...how,
      timeLimitMs: 600_000,
      memoryMb: 150,
    })
    expect(end).toMatchObject({
      isOk: false,
      isOverdue: false,
      how: 'used more than 150 MB of memory and was ended',
    })
  },
)

it('of what it prints as much is answered as is asked for', async () => {
  const print = 'process.stdout.write("a".repeat(100_000) + "b")'
  const run = (more: object) =>
    runCommand(process.execPath, ['-e', print], { ...how, timeLimitMs: 600_000, ...more })
  expect((await run({ keptCharacters: 200_000 })).stdout).toHaveLength(100_001)
  expect((await run({ keptCharacters: 5 })).stdout).toBe('aaaab')
})
