import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy, as stands before servers: while the one behind it is away it answers by itself. */
export interface TestProxy {
  url: string
  /** Passes requests to this address; null answers them with a page of its own and the status. */
  setUpstream(address: string | null, status?: 502 | 503 | 504): void
  /** Breaks the connections of requests whose path ends with this; null lets all through. */
  breakPath(end: string | null): void
  /** Lets requests whose path ends with this wait until what is returned is called. */
  holdPath(end: string): () => void
  /** Lets each request wait for what this answers; null lets all through. `gone` is called when nobody waits any more. */
  holdEach(until: Holding | null): void
  close(): Promise<void>
}

type Holding = (
  asked: { path: string; method: string },
  onGone: (gone: () => void) => void,
) => Promise<void>

export async function startProxy(address: string): Promise<TestProxy> {
  let upstream: string | null = address
  let status = 502
  let broken: string | null = null
  let held: { end: string; until: Promise<void> } | null = null
  let holding: Holding | null = null
  const server = createServer(async (incoming, outgoing) => {
    if (broken && incoming.url?.endsWith(broken)) return incoming.destroy()
    if (held && incoming.url?.endsWith(held.end)) await held.until
    await holding?.({ path: incoming.url ?? '', method: incoming.method ?? '' }, (gone) =>
      outgoing.on('close', gone),
    )
    const answerAlone = () => {
      outgoing.writeHead(status, {
        'content-type': 'text/html',
        'access-control-allow-origin': incoming.headers.origin ?? '*',
        'access-control-allow-credentials': 'true',
      })
      outgoing.end('<html><body><h1>Bad Gateway</h1></body></html>')
    }
    if (upstream === null) return answerAlone()
    const { hostname, port } = new URL(upstream)
    const headers = { ...incoming.headers, host: `${hostname}:${port}` }
    const passed = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', answerAlone)
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setUpstream(next, wanted = 502) {
      upstream = next
      status = wanted
    },
    breakPath(end) {
      broken = end
    },
    holdPath(end) {
      let release = () => {}
      held = { end, until: new Promise((resolve) => (release = resolve)) }
      return () => {
        held = null
        release()
      }
    },
    holdEach(until) {
      holding = until
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
