import { expect, it } from 'vitest'
import type { FaultPlan } from '../../../contract/gateway/faults.ts'
import { faultyStream } from './event-frames.ts'

const frames = ['a', 'b', 'c', 'd'].map((data, id) => `event: x\ndata: ${data}\nid: ${id}\n\n`)

/** The data that comes through, in pieces of seven bytes; “cut” where the stream breaks. */
async function through(plan: FaultPlan): Promise<string[]> {
  const bytes = new TextEncoder().encode(`: hb\n\n${frames.join('')}`)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7))
      controller.close()
    },
  })
  let cut = () => {}
  const broken = new Promise<'cut'>((resolve) => {
    cut = () => resolve('cut')
  })
  const reader = faultyStream(body, plan, cut).getReader()
  let text = ''
  for (;;) {
    const read = await Promise.race([reader.read(), broken])
    if (read === 'cut') {
      text += 'data: cut\n'
      break
    }
    if (read.done) break
    text += new TextDecoder().decode(read.value)
  }
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '')
}

it('changes nothing without a fault', async () => {
  expect(await through({})).toEqual(['a', 'b', 'c', 'd'])
})

it('cuts after so many events', async () => {
  expect(await through({ drop_after: 2 })).toEqual(['a', 'b', 'cut'])
  expect(await through({ drop_after: 0 })).toEqual(['cut'])
})

it('repeats and reorders events and loses none', async () => {
  expect(await through({ repeat_ids: true })).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'])
  expect(await through({ reorder: true })).toEqual(['b', 'a', 'd', 'c'])
})

it('sends comments in place of events', async () => {
  expect(await through({ heartbeats_only: true })).toEqual([])
})
