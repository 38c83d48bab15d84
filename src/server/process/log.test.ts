import { expect, it } from 'vitest'
import { createLog, secretRegister } from './log.ts'

function written(format: 'json' | 'text') {
  const lines: string[] = []
  const secrets = secretRegister()
  const log = createLog({ level: 'info', format, secrets, write: (line) => lines.push(line) })
  return { lines, secrets, log }
}

it('writes one JSON object a line, with time and level', () => {
  const { lines, log } = written('json')
  log.info({ request_id: 'r', status: 200 }, 'request')
  log.debug('not this')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-/),
    request_id: 'r',
    status: 200,
    msg: 'request',
  })
})

it('a line for people has the stack of an error below it', () => {
  const { lines, log } = written('text')
  log.error({ err: new Error('boom') }, 'it failed')
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d error it failed\nError: boom\n\s+at /)
})

it.each(['json', 'text'] as const)(
  'no secret leaves by a %s line, wherever it stands',
  (format) => {
    const { lines, log, secrets } = written(format)
    const secret = 'a "secret" with/odd+characters'
    secrets.add(secret)
    log.info({ url: `/x?key=${encodeURIComponent(secret)}`, note: secret }, `said ${secret}`)
    log.error({ err: new Error(secret) }, 'failed')
    log.info({ path: '/api/v1/feedback/tokens/abc-def' }, 'request')
    expect(lines.join()).not.toMatch(/odd|abc-def/)
    expect(lines.join()).toContain('•••')
  },
)
