import { describe, expect, it } from 'vitest'
import { sendFeedback } from '../../src/client/feedback.ts'
import { isTransient } from '../../src/client/is-transient.ts'
import { failure } from './failure.ts'
import { answering, rawServer } from './raw-server.ts'

const allowedOrigin = 'https://tracing.example'
const url = `${allowedOrigin}/api/v1/feedback/tokens/0a1b-2c3d`

describe('feedback', () => {
  it('§4.3 §5.4 goes to the token of its address, through the transport, without a credential', async () => {
    const server = await rawServer(answering(200, 'application/json', '{"message":"ok"}'))
    const transport = { baseUrl: `${server.baseUrl}/gateway/t`, headers: { 'X-Api-Key': 'key-1' } }
    const submission = { score: -1, comment: 'Wrong.', correction: { text: 'Right.' } }
    await sendFeedback({ transport, allowedOrigin }, url, submission)
    await sendFeedback({ transport, allowedOrigin: `${allowedOrigin}/` }, url, { score: 1 })
    const below = url.replace('/api', '/deck/langsmith/api')
    await sendFeedback({ transport, allowedOrigin }, below, { score: 1 })
    expect(server.requests.map((request) => request.url)).toEqual(
      Array(3).fill('/gateway/t/api/v1/feedback/tokens/0a1b-2c3d'),
    )
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      url: '/gateway/t/api/v1/feedback/tokens/0a1b-2c3d',
      body: JSON.stringify(submission),
    })
    expect(JSON.stringify(server.requests[0]?.headers)).not.toContain('key-1')
  })

  it.each([
    ['', 'text/plain'],
    ['stored', 'text/plain'],
  ])('takes any success: “%s”', async (body, type) => {
    const server = await rawServer(answering(202, type, body))
    await sendFeedback({ transport: server, allowedOrigin }, url, { score: 1 })
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['of another host', 'https://evil.example/api/v1/feedback/tokens/0a1b'],
    ['of another scheme', 'http://tracing.example/api/v1/feedback/tokens/0a1b'],
    ['of another port', 'https://tracing.example:8443/api/v1/feedback/tokens/0a1b'],
    ['with another path', 'https://tracing.example/api/v1/runs/0a1b'],
    ['without a token', 'https://tracing.example/api/v1/feedback/tokens/'],
    ['with more behind the token', `${url}/delete`],
    ['with a hidden slash', `${url}%2F..%2Fx`],
    ['with dots', 'https://tracing.example/api/v1/feedback/tokens/../../x'],
    ['with a query', `${url}?score=1`],
    ['with a user', 'https://tracing.example:x@evil.example/api/v1/feedback/tokens/0a1b'],
    ['with a password', 'https://a:b@tracing.example/api/v1/feedback/tokens/0a1b'],
    ['that is a script', 'javascript:alert(1)'],
    ['that is none', '/api/v1/feedback/tokens/0a1b'],
    ['that is empty', ''],
  ])('is not sent to an address %s', async (_what, address) => {
    const server = await rawServer(answering(200, 'application/json', '{}'))
    const target = { transport: server, allowedOrigin }
    const error = await failure(sendFeedback(target, address, { score: 1 }))
    expect(error).toMatchObject({ kind: 'shape', status: 0, endpoint: 'submitFeedback' })
    expect(error.message).toContain('nothing was sent')
    expect(error.message).not.toContain('0a1b')
    expect(server.requests).toEqual([])
  })

  it('is not sent while the tracing service is unknown', async () => {
    const server = await rawServer(answering(200, 'application/json', '{}'))
    await failure(sendFeedback({ transport: server, allowedOrigin: '' }, url, { score: 1 }))
    expect(server.requests).toEqual([])
  })

  it.each([
    [408, true],
    [429, true],
    [500, true],
    [503, true],
    [400, false],
    [403, false],
    [404, false],
    [410, false],
    [422, false],
  ])('refused with %i may be tried again: %s', async (status, retryable) => {
    const body = JSON.stringify({ detail: 'The token 0a1b-2c3d is not good.' })
    const server = await rawServer(answering(status, 'application/json', body))
    const target = { transport: server, allowedOrigin }
    const error = await failure(sendFeedback(target, url, { score: 1 }))
    expect(isTransient(error)).toBe(retryable)
    expect(error.message).toBe('The token ••• is not good.')
    expect(server.requests).toHaveLength(1)
  })

  it('without an answer may be tried again, without an address not', async () => {
    const server = await rawServer((response) => response.destroy())
    const target = { transport: server, allowedOrigin }
    expect(isTransient(await failure(sendFeedback(target, url, {})))).toBe(true)
    expect(isTransient(await failure(sendFeedback(target, 'x', {})))).toBe(false)
  })

  it('can be given up', async () => {
    const abort = new AbortController()
    const server = await rawServer(() => abort.abort())
    const target = { transport: server, allowedOrigin }
    const sending = sendFeedback(target, url, {}, { signal: abort.signal })
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  })
})
