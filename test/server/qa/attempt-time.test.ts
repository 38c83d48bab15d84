import { afterEach, beforeEach, expect, it } from 'vitest'
import { Case } from '../../../src/contract/qa/cases.ts'
import { CaseDrive } from '../../../src/server/qa/attempts/drive-case.ts'
import { ScriptedServer, threadId } from '../../chat/scripted-server.ts'

let server: ScriptedServer
beforeEach(() => {
  server = new ScriptedServer()
})
afterEach(() => server?.stop())

it('33: the time of an attempt is that of its agent, without what its answer is looked at for', async () => {
  const transport = await server.start()
  let now = 1_000
  server.override = ({ method, path }) => {
    // Read for the checks, once the agent has ended: these take a minute.
    if (method === 'GET' && path === `/threads/${threadId}`) now += 60_000
    return false
  }
  const one = Case.parse({
    key: 'asks',
    turns: [{ do: 'send', text: 'Hi' }],
    checks: [
      { check: 'matches', pattern: '^Hel+o' },
      { check: 'max_seconds', seconds: 10 },
    ],
  })
  const drive = new CaseDrive(one, {
    ...{ transport, assistantId: 'agent', metadata: {} },
    signal: new AbortController().signal,
    clock: () => now,
  })
  const ended = drive.run()
  const run = await server.run()
  now += 4_000
  expect(drive.ms).toBe(4_000)
  server.setMessages([
    { id: 'h', type: 'human', content: 'Hi' },
    { id: 'a', type: 'ai', content: 'Hello' },
  ])
  run.end('success')
  await ended
  expect(now).toBe(65_000)
  expect(drive.ms).toBe(4_000)
  expect(drive.results.map(({ passed }) => passed)).toEqual([true, true])
})
