import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertChannel } from '../../../src/contract/alerts/channels.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { type AlertsBench, keepDeployment, keepRevision, openAlerts } from './bench.ts'
import { startMailServer } from './mail-server.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const signingSecret = `whsec_${Buffer.from('a signing secret of 32 bytes, ok').toString('base64')}`
const password = 'the password of the mail server'
let receiver: Receiver
let mail: Awaited<ReturnType<typeof startMailServer>>
let bench: AlertsBench
beforeAll(async () => {
  receiver = await startReceiver()
  mail = await startMailServer(password)
})
afterAll(async () => {
  await receiver?.close()
  await mail?.close()
})
beforeEach(async () => {
  receiver.received.length = 0
  receiver.answer = (response) => response.writeHead(204).end()
  mail.received.length = 0
  mail.refusal = null
  bench = openAlerts(await emptyDatabase(), { pausesMs: [60_000, 120_000] })
  await bench.alerts.start()
})
afterEach(async () => {
  await bench?.close()
  expect(bench?.errors).toEqual([])
})

const mailChannel = (more: object = {}) =>
  bench.json<AlertChannel>('POST', '/channels', {
    name: 'Operators',
    kind: 'email',
    smtp_host: '127.0.0.1',
    smtp_port: mail.port,
    smtp_security: 'none',
    smtp_username: 'alerts',
    password,
    from: 'quarterdeck@example.com',
    to: ['one@example.com', 'two@example.com'],
    ...more,
  })
const test = (id: string) =>
  bench.json<{ was_taken: boolean; answer: string }>('POST', `/channels/${id}/test`)

/** Has a rollout fail that a rule tells to the channels. */
async function failRollout(...channelIds: string[]): Promise<string> {
  await bench.rule('rollout_failed', { channel_ids: channelIds })
  const deployment = await keepDeployment(bench.database, 'a <b>&c')
  await keepRevision(bench.database, deployment, { status: 'BUILD_FAILED', at: bench.clock.now })
  await bench.pass(1)
  return deployment
}
const messages = async () => (await bench.events())[0]?.messages ?? []

it('a webhook is signed: HMAC-SHA256 over id, timestamp and body', async () => {
  const { id } = await bench.webhook(receiver.url, { signing_secret: signingSecret })
  expect(await test(id)).toEqual({ was_taken: true, answer: 'It answered 204 No Content.' })
  const { headers = {}, text, payload } = receiver.received[0] ?? {}
  expect(payload).toMatchObject({ type: 'alert.test', id: headers['webhook-id'] })
  const at = Math.floor(bench.clock.now.getTime() / 1_000)
  expect(headers['webhook-timestamp']).toBe(String(at))
  const key = Buffer.from(signingSecret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${at}.${text}`
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  )
  // Without a secret there is no signature, and the id stays.
  await bench.json('PATCH', `/channels/${id}`, { signing_secret: null })
  await test(id)
  expect(receiver.received[1]?.headers).not.toHaveProperty('webhook-signature')
  expect(receiver.received[1]?.headers['webhook-id']).toBeTruthy()
})

it('Slack gets its text, in which nothing of a name means anything', async () => {
  const { id } = await bench.json<AlertChannel>('POST', '/channels', {
    name: 'Ops',
    kind: 'slack',
    url: receiver.url,
  })
  await failRollout(id)
  await expect.poll(() => receiver.received.length).toBe(1)
  const { text } = JSON.parse(receiver.received[0]?.text ?? '') as { text: string }
  expect(text).toContain(':red_circle: *A rollout of a &lt;b&gt;&amp;c failed*')
  expect(text).toContain('|Open in Quarterdeck>')
})

it('e-mail goes by SMTP, with the password, to everybody, with one id for all attempts', async () => {
  const { id } = await mailChannel()
  mail.refusal = 'The mailbox is full'
  await failRollout(id)
  await expect.poll(async () => (await messages())[0]?.answer).toContain('The mailbox is full')
  expect(await messages()).toMatchObject([{ state: 'waiting', attempts: 1 }])
  mail.refusal = null
  await bench.pass(2)
  await bench.alerts.send()
  await expect.poll(() => mail.received.length).toBe(1)
  const [{ id: messageId } = { id: '' }] = await messages()
  expect(mail.received[0]).toMatchObject({
    from: 'quarterdeck@example.com',
    to: ['one@example.com', 'two@example.com'],
    user: 'alerts',
  })
  expect(mail.received[0]?.text).toContain('Subject: [Quarterdeck] A rollout of a <b>&c failed')
  expect(mail.received[0]?.text).toContain(`Message-ID: <${messageId}@`)
})

describe('the test tells exactly what the other side answered', () => {
  it.each([
    [200, 'ok', true, 'It answered 200 OK: ok'],
    [404, 'no_service', false, 'It answered 404 Not Found: no_service'],
    [500, '', false, 'It answered 500 Internal Server Error.'],
    [302, '', false, 'It answered 302 Found, a redirect, which is not followed.'],
  ])('webhook, %i %s', async (status, text, was_taken, answer) => {
    receiver.answer = (response) => response.writeHead(status).end(text)
    const { id } = await bench.webhook(receiver.url)
    expect(await test(id)).toEqual({ was_taken, answer })
  })

  it('where nobody listens, and where an address may not be connected to', async () => {
    const away = await bench.webhook('http://127.0.0.1:9/')
    expect((await test(away.id)).answer).toBe(
      'The server at http://127.0.0.1:9 did not answer (ECONNREFUSED).',
    )
    const inward = openAlerts(bench.database, {
      cluster: bench.cluster,
      resolve: async () => [{ address: '169.254.169.254', family: 4 }],
    })
    const hidden = await inward.webhook('https://metadata.example/x')
    expect(await inward.json('POST', `/channels/${hidden.id}/test`)).toMatchObject({
      was_taken: false,
      answer: expect.stringContaining('leads to a place that is not connected to from here'),
    })
    const mailed = await mailChannel({ smtp_host: 'mail.example' })
    expect(await inward.json('POST', `/channels/${mailed.id}/test`)).toMatchObject({
      was_taken: false,
      answer: 'mail.example leads to a place that is not connected to from here.',
    })
    await inward.alerts.stop()
  })

  it('e-mail: taken, refused, another password, no TLS where it is wanted', async () => {
    const { id } = await mailChannel()
    expect(await test(id)).toEqual({
      was_taken: true,
      answer: expect.stringMatching(/^It answered 250 /),
    })
    mail.refusal = 'Not today'
    expect(await test(id)).toEqual({ was_taken: false, answer: 'It answered 450 Not today' })
    await bench.json('PATCH', `/channels/${id}`, { password: 'another password' })
    const refused = await test(id)
    expect(refused).toMatchObject({
      was_taken: false,
      answer: expect.stringContaining('Authentication failed'),
    })
    await bench.json('PATCH', `/channels/${id}`, { smtp_security: 'tls', password })
    expect((await test(id)).was_taken).toBe(false)
    expect(mail.received).toHaveLength(1)
  })
})

it('secrets go in and never come out, whatever the other side repeats', async () => {
  receiver.answer = (response) => response.writeHead(500).end(`Nothing at ${receiver.url}`)
  const hook = await bench.webhook(receiver.url, { signing_secret: signingSecret })
  const mailed = await mailChannel()
  await failRollout(hook.id, mailed.id)
  await expect.poll(async () => (await messages()).every(({ answer }) => answer)).toBe(true)
  const told = [
    await bench.json('GET', '/channels'),
    await bench.events(),
    await test(hook.id),
    await bench.database.query('select * from alert_channels'),
  ]
  const text = JSON.stringify(told)
  for (const secret of [signingSecret, password, 'a-token-of-its-own']) {
    expect(text).not.toContain(secret)
    expect(bench.secrets.join(' ')).toContain(secret)
  }
  expect(told[0]).toMatchObject([
    { kind: 'webhook', leads_to: new URL(receiver.url).origin, has_secret: true },
    { kind: 'email', leads_to: `127.0.0.1:${mail.port}`, has_secret: true, to: mailed.to },
  ])
})

it('a password does not go to another mail server than it was given for', async () => {
  const { id } = await mailChannel()
  const moved = await bench.call('PATCH', `/channels/${id}`, { smtp_host: 'elsewhere.example' })
  expect(moved.status).toBe(422)
  expect(await moved.text()).toContain('was given for another mail server')
  expect((await bench.call('PATCH', `/channels/${id}`, { name: 'Others' })).status).toBe(200)
  expect((await test(id)).was_taken).toBe(true)
})

it('what is missing or of another kind is refused by name', async () => {
  const refused = async (body: object) => {
    const response = await bench.call('POST', '/channels', { name: 'x', ...body })
    const { detail } = (await response.json()) as { detail: { loc: string[] }[] }
    return [response.status, detail[0]?.loc.at(-1)]
  }
  expect(await refused({ kind: 'slack' })).toEqual([422, 'url'])
  expect(await refused({ kind: 'slack', url: 'ftp://x.example' })).toEqual([422, 'url'])
  expect(await refused({ kind: 'slack', url: 'http://169.254.169.254/' })).toEqual([422, 'url'])
  expect(await refused({ kind: 'slack', url: receiver.url, password: 'x' })).toEqual([
    422,
    'password',
  ])
  expect(await refused({ kind: 'webhook', url: receiver.url, signing_secret: 'short' })).toEqual([
    422,
    'signing_secret',
  ])
  expect(await refused({ kind: 'email', smtp_host: 'mail.example' })).toEqual([422, 'smtp_port'])
  await bench.webhook(receiver.url, { name: 'x' })
  expect(
    (await bench.call('POST', '/channels', { name: 'x', kind: 'slack', url: receiver.url })).status,
  ).toBe(409)
})

it('what fails is tried again less and less often, the end waits for the beginning, and what is given up is shown', async () => {
  receiver.answer = (response) => response.writeHead(503).end('Busy')
  const { id } = await bench.webhook(receiver.url)
  const deployment = await failRollout(id)
  const settled = (count: number) =>
    expect.poll(
      async () => (await messages())[0]?.attempts === count && (await messages())[0]?.answer,
    )
  await settled(1).toBe('It answered 503 Service Unavailable: Busy')
  await keepRevision(bench.database, deployment, { status: 'DEPLOYED', at: bench.clock.now })
  await bench.pass(0)
  expect(await messages()).toMatchObject([
    { phase: 'began', state: 'waiting', attempts: 1 },
    { phase: 'ended', state: 'waiting', attempts: 0 },
  ])
  // Once more, then it is given up, and the end has its turn.
  receiver.answer = (response) => response.writeHead(503).end('Still busy')
  await bench.pass(1)
  await bench.alerts.send()
  await settled(2).toBe('It answered 503 Service Unavailable: Still busy')
  receiver.answer = (response) => response.writeHead(410).end()
  await bench.pass(2)
  await bench.alerts.send()
  await expect
    .poll(async () => (await messages()).map(({ phase, state }) => [phase, state]))
    .toEqual([
      ['began', 'given_up'],
      ['ended', 'given_up'],
    ])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(4)
  expect(new Set(ids.slice(0, 3)).size).toBe(1)
  expect(ids[3]).not.toBe(ids[0])
})

it('a channel that is deleted is no rule’s any more, and what waits for it is given up', async () => {
  receiver.answer = (response) => response.writeHead(503).end()
  const { id } = await bench.webhook(receiver.url)
  await failRollout(id)
  await expect.poll(async () => (await messages())[0]?.attempts).toBe(1)
  expect((await bench.call('DELETE', `/channels/${id}`)).status).toBe(204)
  expect(await bench.json('GET', '/rules')).toMatchObject([{ channel_ids: [] }])
  await bench.pass(2)
  await bench.alerts.send()
  await expect
    .poll(async () => (await messages())[0])
    .toMatchObject({
      state: 'given_up',
      answer: 'The channel was deleted.',
    })
})
