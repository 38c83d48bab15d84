import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it arrives, with its attributes by name. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Record<string, string | number | boolean>
  status: { code?: number }
}

/** Takes traces as a collector does: OTLP over HTTP, as JSON. */
export async function openReceiver(status = 200): Promise<{
  url: string
  spans: ReceivedSpan[]
  headers: IncomingMessage['headers'][]
  /** Everything that came, as text. */
  bodies: string[]
  close(): Promise<void>
}> {
  const spans: ReceivedSpan[] = []
  const headers: IncomingMessage['headers'][] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    headers.push(request.headers)
    bodies.push(body)
    if (request.url === '/v1/traces') spans.push(...spansOf(body))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Sent {
  resourceSpans: { scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & Attributes)[] }[] }[]
}

interface Attributes {
  attributes: { key: string; value: Record<string, string | number | boolean> }[]
}

function spansOf(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Sent
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value: { intValue, ...value } }) => [
          key,
          intValue === undefined ? (Object.values(value)[0] ?? '') : Number(intValue),
        ]),
      ),
    }))
}
