import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { EventSource } from 'eventsource'
import { afterEach, expect, it, vi } from 'vitest'
import { createApi } from '../../../src/console/api.tsx'
import { keepFresh } from '../../../src/console/shell/changes/keep-fresh.ts'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { waitMs } from '../../helpers/patience.ts'

globalThis.EventSource ??= EventSource as never
afterEach(() => {
  vi.useRealTimers()
})

const patient = { timeout: waitMs }
const changed = 'event: changed\ndata: [{"area":"gateway","deployment_id":null}]\n\n'

/** A server that tells changes, and a console that keeps what it reads of it fresh. */
async function telling() {
  const streams: http.ServerResponse[] = []
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('retry: 1\nevent: ready\ndata: {"since_ms":null}\n\n')
    streams.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gateway = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  const api = createApi(gateway, { id: 'local', kind: 'local' } as Connection)
  const queryClient = new QueryClient()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const page = { path: () => '/', go: () => undefined }
  const stop = keepFresh(queryClient, api, page, () => undefined)
  return {
    api,
    queryClient,
    streams,
    async close() {
      stop()
      queryClient.clear()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

it('what was asked of a server before it was lost holds up nothing once it tells again', async () => {
  const { api, queryClient, streams, close } = await telling()
  let reads = 0
  const observer = new QueryObserver(queryClient, {
    queryKey: [api.gateway.baseUrl, 'listConnections'],
    // The second is swallowed.
    queryFn: () => {
      reads += 1
      return reads === 2 ? new Promise<number>(() => undefined) : reads
    },
  })
  const leave = observer.subscribe(() => undefined)
  try {
    await vi.waitFor(() => expect([streams.length, reads]).toEqual([1, 1]), patient)
    streams[0]?.write(changed)
    await vi.waitFor(() => expect(reads).toBe(2), patient)
    streams[0]?.end()
    // The page asks for what it may have missed.
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(3), patient)
  } finally {
    leave()
    await close()
  }
})

it('33: a list is read again a second after it was, a sum over many rows half a minute after, whatever happens', async () => {
  const { api, queryClient, streams, close } = await telling()
  const reads = { searchAllRuns: 0, getDeploymentUsage: 0 }
  const leave = (Object.keys(reads) as (keyof typeof reads)[]).map((name) =>
    new QueryObserver(queryClient, {
      queryKey: [api.controlPlane.baseUrl, name],
      queryFn: () => {
        reads[name] += 1
        return reads[name]
      },
    }).subscribe(() => undefined),
  )
  const change = () =>
    streams[0]?.write('event: changed\ndata: [{"area":"agent","deployment_id":null}]\n\n')
  const told = (searchAllRuns: number, getDeploymentUsage: number) =>
    vi.waitFor(() => expect(reads).toEqual({ searchAllRuns, getDeploymentUsage }), patient)
  try {
    await told(1, 1)
    await vi.waitFor(() => expect(streams).toHaveLength(1), patient)
    change()
    await told(2, 2)
    change()
    await vi.advanceTimersByTimeAsync(1_000)
    await told(3, 2)
    change()
    await vi.advanceTimersByTimeAsync(10_000)
    await told(4, 2)
    await vi.advanceTimersByTimeAsync(30_000)
    await told(4, 3)
  } finally {
    for (const end of leave) end()
    await close()
  }
})
