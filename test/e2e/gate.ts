import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A gate that an agent under test waits at: it asks for `/{name}` and gets its answer when the test
 * opens that name. So the test decides when each token and each step happens; nothing sleeps.
 */
export async function openGate() {
  const waiting = new Map<string, ServerResponse[]>()
  const opened = new Map<string, number>()
  const arrivals = new Map<string, () => void>()
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1))
    const credit = opened.get(name) ?? 0
    if (credit > 0) {
      opened.set(name, credit - 1)
      response.end('go')
      return
    }
    waiting.set(name, [...(waiting.get(name) ?? []), response])
    // Who gave up waiting, as a stopped run does, is not there to be let through.
    response.on('close', () => {
      waiting.set(
        name,
        (waiting.get(name) ?? []).filter((one) => one !== response),
      )
    })
    arrivals.get(name)?.()
    arrivals.delete(name)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Lets `count` pass at `name`: those who wait, then those who come. */
    open(name: string, count = 1) {
      const queue = waiting.get(name) ?? []
      const passing = queue.splice(0, count)
      for (const response of passing) response.end('go')
      opened.set(name, (opened.get(name) ?? 0) + count - passing.length)
    },
    /** Resolves once somebody waits at `name`. */
    async reached(name: string) {
      if (waiting.get(name)?.length) return
      await new Promise<void>((done) => arrivals.set(name, done))
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
export type Gate = Awaited<ReturnType<typeof openGate>>
