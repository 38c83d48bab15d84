import { expect, it } from 'vitest'
import { createVisitorClient } from './visitor-client.ts'
import { visitorMemory } from './visitor-storage.ts'

const session = () => ({
  visitor_id: 'v',
  token: 't',
  expires_at: new Date(Date.now() + 600_000).toISOString(),
  expires_in: 600,
  renewal: null,
  consented_at: null,
})

const clientOf = (send: typeof fetch, now?: () => number) =>
  createVisitorClient({
    apiUrl: 'https://chat.example',
    identity: null,
    attributes: null,
    page: () => null,
    memory: visitorMemory('emb_x'),
    fetch: send,
    ...(now && { now }),
  })

it('tells once that the server can be reached again, at the first answer after a call without one', async () => {
  let isCut = false
  const client = clientOf(async () => {
    if (isCut) throw new TypeError('no network')
    return Response.json(session())
  })
  let told = 0
  client.whenReachable(() => {
    told += 1
  })
  const ask = () => client.transport.fetch?.('https://chat.example/threads')
  await ask()
  isCut = true
  await expect(ask()).rejects.toThrow('no network')
  await expect(ask()).rejects.toThrow('no network')
  expect(told).toBe(0)
  isCut = false
  await ask()
  await ask()
  expect(told).toBe(1)
})

it('a call that was given up says nothing about the network', async () => {
  const leaving = new AbortController()
  const client = clientOf(async (_input, init) => {
    init?.signal?.throwIfAborted()
    return Response.json(session())
  })
  let told = 0
  client.whenReachable(() => {
    told += 1
  })
  leaving.abort()
  const { fetch } = client.transport
  await expect(fetch?.('https://chat.example/x', { signal: leaving.signal })).rejects.toThrow()
  await fetch?.('https://chat.example/x')
  expect(told).toBe(0)
})

it('33: keeps a session until its end, whatever the time is on the visitor’s machine', async () => {
  const hourMs = 3_600_000
  for (const offMs of [-hourMs, hourMs]) {
    let passedMs = 0
    const asked: string[] = []
    const client = clientOf(
      async (input) => {
        asked.push(new URL(String(input)).pathname)
        return Response.json(session())
      },
      () => Date.now() + offMs + passedMs,
    )
    const ask = () => client.transport.fetch?.('https://chat.example/threads')
    await ask()
    await ask()
    expect(asked).toEqual(['/session', '/threads', '/threads'])
    passedMs = 600_000
    await ask()
    expect(asked.slice(3)).toEqual(['/session', '/threads'])
  }
})
