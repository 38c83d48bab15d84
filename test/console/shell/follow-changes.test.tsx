import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { EventSource } from 'eventsource'
import { expect, it } from 'vitest'
import { followChanges } from '../../../src/console/shell/changes/follow-changes.ts'
import type { Change } from '../../../src/contract/gateway/changes.ts'

globalThis.EventSource ??= EventSource as never

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
