import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AlertPayload } from '../../../src/server/alerts/payload.ts'

export interface Received {
  headers: http.IncomingHttpHeaders
  text: string
  /** Of a webhook. */
  payload: AlertPayload
}

/** What channels send to: it keeps what comes, and answers as the test says. */
export interface Receiver {
  url: string
  /** What arrived, oldest first. */
  readonly received: Received[]
  /** What arrived, in a line each: `alert.began A rollout of agent failed`. */
  lines(): string[]
  answer: (response: http.ServerResponse) => void
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = http.createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, text, payload: JSON.parse(text) })
      receiver.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/a-token-of-its-own`,
    received,
    lines: () => received.map(({ payload }) => `${payload.type} ${payload.title}`),
    answer: (response) => response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}
