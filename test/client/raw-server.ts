import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as it came in. */
export interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  /** Once the answer has ended or its connection is gone. */
  closed: Promise<unknown>
}

type Answer = (response: ServerResponse, request: Received) => unknown

/**
 * An HTTP server on a port of its own that answers as the test says and keeps every request. It closes,
 * with all its connections, when the test ends.
 */
export async function rawServer(answer: Answer) {
  const requests: Received[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = '', url = '', headers } = incoming
    const body = Buffer.concat(chunks).toString()
    const request = { method, url, headers, body, closed: once(response, 'close') }
    requests.push(request)
    await answer(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, requests }
}

/** Answers every request with this status, type and body. */
export function answering(status: number, contentType: string, body: string | Buffer): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': contentType }).end(body)
  }
}
