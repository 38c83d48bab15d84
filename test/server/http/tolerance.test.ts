/** Clients of newer versions send more than is known here: it is passed over and told, never refused. */
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createRun, joinRunStream, listRuns } from '../../../src/contract/agent-server/runs.ts'
import { createRunBatch } from '../../../src/contract/agent-server/stateless-runs.ts'
import { searchThreadHistory } from '../../../src/contract/agent-server/thread-states.ts'
import { type Endpoint, endpoint } from '../../../src/contract/endpoint.ts'
import { clientReader } from '../../../src/server/http/client-facts.ts'
import { HttpError } from '../../../src/server/http/http-error.ts'
import { readInput } from '../../../src/server/http/read-input.ts'
import { answerErrors, route } from '../../../src/server/http/route.ts'
import { createLog, secretRegister } from '../../../src/server/process/log.ts'
import { logRequests } from '../../../src/server/process/request-log.ts'
import { everyEndpoint } from '../hostile/endpoints.ts'

/** What a provider sends a browser back with is read as a whole, and other protocols' messages by their libraries. */
const readElsewhere = ['oauthCallback', 'postMcp', 'postA2a']
const endpoints = (await everyEndpoint()).filter(({ name }) => !readElsewhere.includes(name))
const body = (schema: Endpoint['body'], value: unknown) => readInput(schema, value, 'body')

describe('a field that is not known', () => {
  it.each(endpoints.map((one) => [one.name, one] as const))('is told by %s', (_name, one) => {
    for (const schema of [one.query, one.body]) {
      const isList = schema === createRunBatch.body
      const sent = { unheard_of: { of: 1 } }
      const { faults, ignored } = body(schema, isList ? [sent] : sent)
      expect(ignored).toEqual([isList ? [0, 'unheard_of'] : ['unheard_of']])
      expect(JSON.stringify(faults)).not.toContain('unheard_of')
    }
  })

  it('is left out wherever it is: within objects, lists, one of several kinds, and in camel case', () => {
    const run = { assistant_id: 'a', config: { tags: [], colour: 1 }, checkpoint: { id: 1 } }
    expect(body(createRun.body, run)).toEqual({
      data: { assistant_id: 'a', config: { tags: [] }, checkpoint: {} },
      faults: [],
      ignored: [
        ['config', 'colour'],
        ['checkpoint', 'id'],
      ],
    })
    const command = { goto: [{ node: 'a', input: 1, wait: true }, 'b'], lg_name: 'Command' }
    expect(body(createRun.body, { assistant_id: 'a', command }).data).toEqual({
      assistant_id: 'a',
      command: { goto: [{ node: 'a', input: 1 }, 'b'] },
    })
    const before = { configurable: { checkpoint_id: 'c', user: 'u' }, tags: [] }
    expect(body(searchThreadHistory.body, { before }).data).toEqual({
      before: { configurable: { checkpoint_id: 'c' } },
    })
    const batch = [{ assistantId: 'a', onCompletion: 'keep', unheardOf: 1 }]
    expect(body(createRunBatch.body, batch)).toMatchObject({
      data: [{ assistant_id: 'a', on_completion: 'keep' }],
      ignored: [[0, 'unheard_of']],
    })
  })

  it('hides no fault of a field that is known', () => {
    const { data, faults, ignored } = body(createRun.body, { input: {}, stream_mode: 'x', more: 1 })
    expect(data).toBeUndefined()
    expect(faults.map(({ loc }) => loc)).toEqual([
      ['body', 'assistant_id'],
      ['body', 'stream_mode'],
    ])
    expect(ignored).toEqual([['more']])
    const checkpoint = { assistant_id: 'a', checkpoint: { checkpoint_id: 5, more: 1 } }
    expect(body(createRun.body, checkpoint).faults).toMatchObject([
      { loc: ['body', 'checkpoint', 'checkpoint_id'] },
    ])
  })

  it('may have any name', () => {
    const sent = JSON.parse('{"__proto__":{"limit":1},"constructor":1,"":2,"toString":3}')
    expect(body(searchThreadHistory.body, sent)).toEqual({
      data: {},
      faults: [],
      ignored: [['__proto__'], ['constructor'], [''], ['toString']],
    })
    expect(({} as { limit?: number }).limit).toBeUndefined()
  })
})

it('a list in a query is one value, several, or one JSON text', () => {
  const select = (value: unknown) => body(listRuns.query, { select: value })
  expect(select('run_id').data).toEqual({ select: 'run_id' })
  expect(select(['run_id', 'status']).data).toEqual({ select: ['run_id', 'status'] })
  expect(select('["run_id","status"]').data).toEqual({ select: ['run_id', 'status'] })
  expect(select('["run_id"').faults).toMatchObject([{ loc: ['body', 'select'] }])
  expect(select('["nothing"]').faults).toHaveLength(1)
  expect(body(joinRunStream.query, { stream_mode: '["values","updates"]' }).data).toEqual({
    stream_mode: ['values', 'updates'],
  })
})

describe('the answer', () => {
  const access = { role: 'viewer', isAudited: false } as const
  const open = endpoint({ name: 'open', area: 'agent', method: 'POST', path: '/open', ...access })
  const raw = endpoint({ name: 'raw', area: 'gateway', method: 'GET', path: '/raw', ...access })
  const gone = endpoint({ name: 'gone', area: 'tracing', method: 'GET', path: '/gone', ...access })
  let logged = ''
  const secrets = secretRegister()
  const log = createLog({
    level: 'debug',
    format: 'json',
    secrets,
    write: (line) => {
      logged += line
    },
  })
  const readClient = clientReader({
    trustedProxies: [],
    socketAddressOf: () => '127.0.0.1',
    isSecure: false,
  })
  const app = new Hono()
  answerErrors(app, () => undefined)
  app.use(logRequests({ log, metrics: { countRequest: () => undefined }, readClient }))
  route(app, open, () => ({ fine: true }))
  route(app, raw, ({ context }) => context.body('raw', 200))
  route(app, gone, () => {
    throw new HttpError(404, 'It is gone.')
  })

  const told = async (path: string, init?: RequestInit) => {
    const answer = await app.request(path, init)
    return [answer.status, answer.headers.get('quarterdeck-ignored-fields')]
  }

  it('names what was ignored once, from body and query, without values, whatever it is', async () => {
    const sent = { method: 'POST', body: JSON.stringify({ a: 'value-1', b: 'value-2' }) }
    expect(await told('/open?a=value-3&a=value-4&c', sent)).toEqual([200, 'a, c, b'])
    expect(await told('/raw?x=1')).toEqual([200, 'x'])
    expect(await told('/gone?x=1')).toEqual([404, 'x'])
    expect(await told('/raw')).toEqual([200, null])
    const lines = logged.split('\n').filter((line) => line.includes('"ignored fields"'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'debug', path: '/open', ignored: 'a, c, b' },
      { path: '/raw', ignored: 'x' },
      { path: '/gone', ignored: 'x' },
    ])
    expect(logged).not.toContain('value-')
  })
})
