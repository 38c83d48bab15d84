import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ProtocolResponse } from '../../../../src/contract/agent-server/protocol-v2/commands.ts'
import type { ProtocolEvent } from './recording-reader.ts'

type Frame = ProtocolEvent | ProtocolResponse

/** A client's end of a thread's WebSocket. */
export interface SocketClient {
  socket: WebSocket
  send(frame: unknown): void
  /** The next answer, whatever events come before it. */
  answer(): Promise<ProtocolResponse>
  /** The next event. */
  event(): Promise<ProtocolEvent>
  /** The code by which the server closed it. */
  closed: Promise<number>
}

/** Opens the WebSocket of a thread. Rejects with the status of an answer that is a refusal. */
export async function openSocket(
  serverUrl: string,
  threadId: string,
  headers: Record<string, string>,
): Promise<SocketClient> {
  const at = `${serverUrl.replace(/^http/, 'ws')}/threads/${threadId}/stream/events`
  const socket = new WebSocket(at, { headers })
  const come: Frame[] = []
  let wake = () => {}
  const closed = once(socket, 'close').then(([code]) => {
    wake()
    return Number(code)
  })
  socket.on('message', (data) => {
    come.push(JSON.parse(String(data)) as Frame)
    wake()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_request, response) => {
      reject(new Error(`refused: ${response.statusCode}`))
      response.resume()
    })
    socket.on('error', reject)
  })
  const next = async <One extends Frame>(isIt: (frame: Frame) => frame is One): Promise<One> => {
    for (;;) {
      const found = come.find(isIt)
      if (found) {
        come.splice(come.indexOf(found), 1)
        return found
      }
      if (socket.readyState !== WebSocket.OPEN) throw new Error('The socket is closed.')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    socket,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    answer: () => next((frame): frame is ProtocolResponse => frame.type !== 'event'),
    event: () => next((frame): frame is ProtocolEvent => frame.type === 'event'),
    closed,
  }
}
