import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FaultPlan } from '../../../src/contract/gateway/faults.ts'
import { deploymentAt, deploymentId, startGateway, startUpstream, type Upstream } from './bench.ts'

let upstream: Upstream
let running: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  upstream = await startUpstream()
  running = await startGateway({ upstream, hasFaults: true })
})
afterAll(async () => {
  await running?.close()
  await upstream?.close()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** What came of an answer, and whether it came to its end. */
async function received(
  path: string,
  plan: FaultPlan,
): Promise<{ text: string; isWhole: boolean }> {
  const set = await fetch(`${running.origin}/gateway/faults`, {
    method: 'PUT',
    body: JSON.stringify(plan),
  })
  const cookie = set.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { body } = await fetch(running.origin + running.root + path, { headers: { cookie } })
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of body as ReadableStream<Uint8Array>) text += decoder.decode(bytes)
    return { text, isWhole: true }
  } catch {
    return { text, isWhole: false }
  }
}

describe('the fault lab', () => {
  const stream = `/agents/${deploymentId}/threads/t/runs/r/stream`
  const events = ['a', 'b', 'c'].map((data, id) => `id: ${id}\nevent: x\ndata: ${data}\n\n`)

  it('cuts what it is told to cut, after what comes before it, and prints nothing', async () => {
    const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info')]
    upstream.answer = (request, response) => {
      if (request.url?.includes('/v2/')) return response.end(deploymentAt(upstream.origin))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(events.join(''))
    }
    expect(await received(stream, {})).toEqual({ text: events.join(''), isWhole: true })
    for (const drop_after of [0, 2]) {
      expect(await received(stream, { drop_after })).toEqual({
        text: events.slice(0, drop_after).join(''),
        isWhole: false,
      })
    }
    expect(await received('/control-plane/v2/deployments', { offline: true })).toEqual({
      text: ' ',
      isWhole: false,
    })
    for (const print of printed) expect(print).not.toHaveBeenCalled()
  })
})
