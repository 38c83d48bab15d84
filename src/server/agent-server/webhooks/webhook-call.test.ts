import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { callWebhook } from './webhook-call.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

it.each(['http://127.0.0.1', 'http://localhost'])(
  'reaches no private address when that is denied, by number or by name: %s',
  async (origin) => {
    let wasCalled = false
    const server = createServer((_request, response) => {
      wasCalled = true
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `${origin}:${(server.address() as AddressInfo).port}/`
    const call = { call_id: 'a', url, body: '{}' }
    const options = { secret, now: new Date() }
    const denied = await callWebhook(call, { ...options, privateAddresses: 'deny' })
    expect(denied).toMatchObject({ reason: 'The address is not one that webhooks may reach.' })
    expect(wasCalled).toBe(false)
    expect(await callWebhook(call, { ...options, privateAddresses: 'allow' })).toEqual({
      kind: 'taken',
    })
    await new Promise((resolve) => server.close(resolve))
  },
)
