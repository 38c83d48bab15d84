import { expect, it } from 'vitest'
import type { ChildMessage } from '../protocol/messages.ts'
import { HttpApp } from './http-app.ts'

/** An answer in three parts, each made when it is asked for, and what the app sends of it. */
function answering() {
  const sent: string[] = []
  let made = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        made += 1
        if (made > 3) controller.close()
        else controller.enqueue(Buffer.from(`part ${made}`))
      },
    },
    { highWaterMark: 0 },
  )
  const tell = (message: ChildMessage) => {
    if (message.kind !== 'app-chunk') return message.kind
    return message.chunk ? Buffer.from(message.chunk).toString() : 'end'
  }
  const app = new HttpApp(
    () => new Response(body),
    (message) => sent.push(tell(message)),
  )
  const request = { url: 'http://agent.test/', method: 'GET', headers: [], has_body: false }
  app.receive({ kind: 'app-request', id: '1', ...request })
  return { app, sent }
}

/** All that goes on by itself has been done. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('34.1: a part of an answer waits until the one before was taken', async () => {
  const { app, sent } = answering()
  for (const part of ['part 1', 'part 2', 'part 3']) {
    await settled()
    expect(sent.at(-1)).toBe(part)
    app.receive({ kind: 'app-taken', id: '1' })
  }
  await settled()
  expect(sent).toEqual(['app-head', 'part 1', 'part 2', 'part 3', 'end'])
})

it('34.1: nothing more is made of an answer whose client has left', async () => {
  const { app, sent } = answering()
  await settled()
  app.receive({ kind: 'app-abort', id: '1' })
  await settled()
  expect(sent).toEqual(['app-head', 'part 1'])
})
