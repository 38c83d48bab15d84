import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'

/**
 * The server-sent events of an answer as they come. Ends with the answer; throws the reason of the signal once that has
 * aborted. Whoever leaves early leaves the connection too.
 */
export async function* readEvents(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage> {
  const bytes = response.body as ReadableStream<BufferSource>
  const messages = bytes
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  const reader = messages.getReader()
  // Whoever reads no more has left, as a client whose connection is closed.
  const leave = () => {
    reader.cancel().catch(() => undefined)
  }
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
}
