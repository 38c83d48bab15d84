import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { EventSource } from 'eventsource'
import { afterEach, expect, it, vi } from 'vitest'
import { followChanges } from '../../../src/console/shell/changes/follow-changes.ts'
import type { Change } from '../../../src/contract/gateway/changes.ts'

globalThis.EventSource ??= EventSource as never
afterEach(() => {
  vi.useRealTimers()
})

/** What is heard of a server whose last change is so many milliseconds ago, with one change right after. */
async function heardOf(sinceMs: number | null): Promise<readonly Change[]> {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`event: ready\ndata: ${JSON.stringify({ since_ms: sinceMs })}\n\n`)
    response.write('event: changed\ndata: [{"area":"tracing","deployment_id":null}]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  let stop = () => {}
  const heard: Change[] = []
  await new Promise<void>((resolve) => {
    const hear = (changes: readonly Change[]) => {
      heard.push(...changes)
      if (heard.some(({ area }) => area === 'tracing')) resolve()
    }
    stop = followChanges(url, hear, () => undefined)
  })
  stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return heard
}

it('what changed since the page was opened, before anybody listened, is taken for a change of everything', async () => {
  const told = { area: 'tracing', deployment_id: null }
  const everything = { area: 'all', deployment_id: null }
  // Of logs nobody tells when they grew last.
  const logs = { area: 'logs', deployment_id: null }
  expect(await heardOf(0)).toEqual([everything, told])
  expect(await heardOf(performance.now() + 60_000)).toEqual([logs, told])
  expect(await heardOf(null)).toEqual([logs, told])
})

const ping = 'event: ping\ndata: {"every_ms":4000}\n\n'
const ready = 'event: ready\ndata: {"since_ms":null}\n\n'

/** Follows a server that writes to its first connection, second and so on what stands in `each`, nothing else, and ends none. */
async function followed(each: readonly string[]) {
  const arrived: (() => void)[] = []
  const connections = each.map(() => new Promise<void>((resolve) => arrived.push(resolve)))
  let count = 0
  const server = http.createServer((_request, response) => {
    const text = each[count]
    if (text !== undefined && text !== '') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(text)
    }
    arrived[count]?.()
    count += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const told: boolean[] = []
  const changes: Change[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const stop = followChanges(
    url,
    (heard) => changes.push(...heard),
    (is) => told.push(is),
  )
  return {
    connections,
    told,
    changes,
    connectionCount: () => count,
    close: async () => {
      stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

it('a server that has told how often it is heard of and then is silent tells nothing any more, and is asked anew', async () => {
  // The second connection is let in by nobody, as by a server that is halted.
  const follower = await followed([ping + ready, '', ping + ready])
  const { told, changes, connections } = follower
  try {
    await vi.waitFor(() => expect(told).toEqual([true]))
    await vi.advanceTimersByTimeAsync(9_900)
    expect(told).toEqual([true])
    await vi.advanceTimersByTimeAsync(200)
    expect(told).toEqual([true, false])
    await connections[1]
    await vi.advanceTimersByTimeAsync(10_100)
    await connections[2]
    await vi.waitFor(() => expect(told.at(-1)).toBe(true))
    // What it did meanwhile nobody heard.
    expect(changes.at(-1)).toEqual({ area: 'all', deployment_id: null })
  } finally {
    await follower.close()
  }
})

it('an earlier server, which does not tell how often it is heard of, may be silent', async () => {
  const follower = await followed([ready, ready])
  try {
    await vi.waitFor(() => expect(follower.told).toEqual([true]))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(follower.told).toEqual([true])
    expect(follower.connectionCount()).toBe(1)
  } finally {
    await follower.close()
  }
})
