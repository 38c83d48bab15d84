import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { Changes } from '../../../src/server/cluster/changes.ts'
import { upstreamChanges } from '../../../src/server/gateway/connections/upstream-changes.ts'

it('33.2.4: says that another stack is not heard of any more, and when it is again', async () => {
  const asked: (string | undefined)[] = []
  const server = http.createServer((request, response) => {
    asked.push(request.url)
    // Away for a moment, then there.
    if (asked.length === 2) return response.writeHead(503).end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`event: ready\ndata: {"since_ms": ${asked.length}}\n\n`)
    response.write('event: changed\ndata: [{"area":"agent","deployment_id":"a"}]\n\n')
    // Of a newer server: an area that is not known here.
    response.write('event: changed\ndata: [{"area":"weather","deployment_id":"a"}]\n\n')
    response.write('event: changed\ndata: [{"area":"gateway","deployment_id":null}]\n\n')
    if (asked.length === 1) response.end()
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const left = new AbortController()
  const heard: unknown[] = []
  const own = new Changes()
  await new Promise<void>((resolve) => {
    const listener = {
      onReady: (sinceMs: number | null) => heard.push(['ready', sinceMs]),
      onLost: () => heard.push('lost'),
      onChange: ({ area }: { area: string }) => {
        heard.push(area)
        if (heard.length === 8) resolve()
      },
    }
    upstreamChanges({ baseUrl }, own, 0).follow(listener, left.signal)
  })
  const told = ['agent', 'all']
  expect(heard).toEqual([['ready', 1], ...told, 'lost', 'lost', ['ready', 3], ...told])
  expect(asked).toEqual(['/v1/changes', '/v1/changes', '/v1/changes'])
  // What changes here is told, what changes on this server's own stack is not.
  own.hear({ kind: 'changed', area: 'control-plane', deployment_id: null })
  own.hear({ kind: 'changed', area: 'qa', deployment_id: null })
  expect(heard.slice(8)).toEqual(['qa'])
  left.abort()
  own.hear({ kind: 'changed', area: 'qa', deployment_id: null })
  expect(heard).toHaveLength(9)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('33.2.4: says that another stack is not heard of any more when it is silent for longer than it told', async () => {
  let count = 0
  const server = http.createServer((_request, response) => {
    count += 1
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    // It is halted after the first, and says no more.
    response.write('event: ping\ndata: {"every_ms": 20}\n\n')
    response.write(`event: ready\ndata: {"since_ms": ${count}}\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const left = new AbortController()
  const heard: unknown[] = []
  await new Promise<void>((resolve) => {
    const listener = {
      onReady: (sinceMs: number | null) => {
        heard.push(['ready', sinceMs])
        if (sinceMs === 2) resolve()
      },
      onLost: () => heard.push('lost'),
      onChange: () => undefined,
    }
    upstreamChanges({ baseUrl }, new Changes(), 0).follow(listener, left.signal)
  })
  expect(heard).toEqual([['ready', 1], 'lost', ['ready', 2]])
  left.abort()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
