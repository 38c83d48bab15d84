import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedCall {
  headers: IncomingHttpHeaders
  text: string
  body: Record<string, unknown>
}

/** A server that webhooks call: it answers each call with the next of the given statuses, then 204. */
export interface WebhookReceiver {
  url: string
  /** The next call that was not asked for yet. */
  next(): Promise<ReceivedCall>
  count(): number
  close(): Promise<void>
}

export async function startWebhookReceiver(statuses: number[] = []): Promise<WebhookReceiver> {
  const received: ReceivedCall[] = []
  const waiting: ((call: ReceivedCall) => void)[] = []
  let count = 0
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      count += 1
      const status = statuses.shift() ?? 204
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
      const body = JSON.parse(text) as Record<string, unknown>
      const call = { headers: request.headers, text, body }
      const taker = waiting.shift()
      if (taker) taker(call)
      else received.push(call)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=secret`,
    next() {
      const call = received.shift()
      return call ? Promise.resolve(call) : new Promise((resolve) => waiting.push(resolve))
    },
    count: () => count,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
