import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface ReceivedRequest {
  url: string | undefined
  headers: IncomingHttpHeaders
  body: unknown
}

/** A real HTTP server on a free port that answers each chat completion as the script says. */
export async function startModelServer(
  script: (response: ServerResponse, request: ReceivedRequest) => void,
) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const received = {
      url: request.url,
      headers: request.headers,
      body: JSON.parse(await text(request)),
    }
    requests.push(received)
    script(response, received)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Begins an event stream. */
export function openStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
}

/** The bytes of one event that adds `content` to the answer, or of one with other fields. */
export function event(content: string | object): string {
  const data =
    typeof content === 'string'
      ? { model: 'parrot-1', choices: [{ index: 0, delta: { content }, finish_reason: null }] }
      : content
  return `data: ${JSON.stringify(data)}\n\n`
}

export const finished = event({
  model: 'parrot-1',
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
})
export const usage = event({
  model: 'parrot-1',
  choices: [],
  usage: { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 },
})
export const done = 'data: [DONE]\n\n'
