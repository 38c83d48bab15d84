import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { EventSource } from 'eventsource'
import { afterEach, expect, it, vi } from 'vitest'
import { createApi } from '../../../src/console/api.tsx'
import { keepFresh } from '../../../src/console/shell/changes/keep-fresh.ts'
import type { Connection } from '../../../src/contract/gateway/connections.ts'

globalThis.EventSource ??= EventSource as never
afterEach(() => {
  vi.useRealTimers()
})

const patient = { timeout: 20_000 }
const changed = 'event: changed\ndata: [{"area":"gateway","deployment_id":null}]\n\n'

it('what was asked of a server before it was lost holds up nothing once it tells again', async () => {
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
  let reads = 0
  const observer = new QueryObserver(queryClient, {
    queryKey: [gateway.baseUrl, 'listConnections'],
    // The second is swallowed.
    queryFn: () => {
      reads += 1
      return reads === 2 ? new Promise<number>(() => undefined) : reads
    },
  })
  const leave = observer.subscribe(() => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = keepFresh(
    queryClient,
    api,
    { path: () => '/', go: () => undefined },
    () => undefined,
  )
  try {
    await vi.waitFor(() => expect([streams.length, reads]).toEqual([1, 1]), patient)
    streams[0]?.write(changed)
    await vi.waitFor(() => expect(reads).toBe(2), patient)
    streams[0]?.end()
    // The page asks for what it may have missed.
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(3), patient)
  } finally {
    stop()
    leave()
    queryClient.clear()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
