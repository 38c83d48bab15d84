import type { Context } from 'hono'
import { breakConnection } from './break-connection.ts'

/** Text that comes in parts, each when it is asked for. */
export interface TextParts {
  /** Null after the last one. Rejects when the rest does not come. */
  next(): Promise<string | null>
  /** No more is wanted. */
  close(): void
}

const encoder = new TextEncoder()

/** Answers with JSON text, as fast as the client takes it. Where the rest does not come, the connection breaks. */
export function jsonAnswer(context: Context, answer: string | TextParts): Response {
  const headers = { 'content-type': 'application/json' }
  if (typeof answer === 'string') return context.body(answer, 200, headers)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const text = await answer.next()
          if (text === null) controller.close()
          else controller.enqueue(encoder.encode(text))
        } catch {
          // Why is in the log of the deployment: its process has ended or failed.
          controller.close()
          breakConnection(context)
        }
      },
      cancel: () => answer.close(),
    },
    { highWaterMark: 0 },
  )
  return context.body(body, 200, headers)
}
