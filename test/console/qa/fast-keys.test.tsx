import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ReviewItem } from '../../../src/contract/qa/reviews.ts'
import type { Session } from '../../../src/contract/qa/sessions.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { startProxy, type TestProxy } from '../../helpers/proxy.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench } from '../threads/agent.ts'

eachMayTake(2)

/** How long each reading of a case is on its way, on the test's clock. */
const delayMs = 1_500
const cases = 67

let bench: AgentBench
let proxy: TestProxy
let suiteId: string

beforeAll(async () => {
  bench = await openAgentBench()
  proxy = await startProxy(bench.stack.url)
  const suite = await bench.stack.json<{ suite_id: string }>('POST', '/gateway/qa/suites', {
    name: 'Many greetings',
    rubric: [
      { key: 'correct', label: 'Correct', kind: 'pass' },
      { key: 'tone', label: 'Tone', kind: 'scale' },
    ],
    cases: Array.from({ length: cases }, (_, at) => ({
      key: `case-${at}`,
      turns: [{ do: 'send', text: `Hello ${at}` }],
    })),
  })
  suiteId = suite.suite_id
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  proxy?.holdEach(null)
  vi.unstubAllGlobals()
})
afterAll(async () => {
  await proxy?.close()
  await bench?.close()
})

/** A session whose every case has an answer. */
async function answered(): Promise<Session> {
  const session = await bench.stack.json<Session>('POST', '/gateway/qa/sessions', {
    suite_id: suiteId,
    targets: [
      {
        connection_id: 'local',
        deployment_id: bench.pages.split('/').at(-1),
        assistant_id: 'talk',
      },
    ],
    caps: { at_once: 8 },
  })
  await waitFor(
    async () => {
      const path = `/gateway/qa/sessions/${session.session_id}`
      expect((await bench.stack.json<Session>('GET', path)).status).toBe('done')
    },
    { interval: 100 },
  )
  return session
}

/** The review of a session over a slow network, with the clock in the test's hands. */
function openSlowly({ session_id }: Session) {
  const onTheirWay = new Set<{ at: number; arrive: () => void }>()
  proxy.holdEach(async ({ path, method }, onGone) => {
    if (method !== 'GET' || !path.includes('/review/')) return
    await new Promise<void>((arrive) => {
      const one = { at: Date.now() + delayMs, arrive }
      onTheirWay.add(one)
      onGone(() => onTheirWay.delete(one))
    })
  })
  const { queryClient } = renderConsole(proxy, `/qa/sessions/${session_id}/review/0`)
  return {
    /** Lets time pass, and everything that has arrived by then be drawn. */
    async pass(ms: number) {
      vi.setSystemTime(Date.now() + ms)
      for (const one of onTheirWay) {
        if (one.at > Date.now()) continue
        onTheirWay.delete(one)
        one.arrive()
      }
      const isSettled = () =>
        queryClient.isFetching() === onTheirWay.size && queryClient.isMutating() === 0
      do await act(() => new Promise((done) => setTimeout(done)))
      while (!isSettled())
    },
  }
}

/** The texts of the headings on the screen, by the page's own elements: to ask for their roles so often takes minutes. */
const headings = () =>
  [...document.querySelectorAll('h1')]
    .filter((one) => one.closest('[style*="display: none"]') === null)
    .map(({ textContent }) => textContent)

/** The index of the case that the screen shows; null while one is on its way. */
function onScreen(): number | null {
  const found = headings().map((text) => /case-(\d+)/.exec(text)?.[1])
  const index = found.find((one) => one !== undefined)
  return index === undefined ? null : Number(index)
}
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const isRefused = () => screen.queryByText('An answer came too early') !== null
const isFinished = () => headings().some((text) => /cases are judged/.test(text))

const wantedOf = (index: number) => ({
  correct: index % 3 === 0 ? 'fail' : 'pass',
  tone: 1 + (index % 5),
})
const keysOf = (index: number) => {
  const { correct, tone } = wantedOf(index)
  return [correct === 'pass' ? '1' : '2', String(tone)]
}

async function stored({ session_id }: Session) {
  const read = (at: number) =>
    bench.stack.json<ReviewItem>('GET', `/gateway/qa/sessions/${session_id}/review/${at}`)
  const items = await Promise.all(Array.from({ length: cases }, (_, at) => read(at)))
  return items.map(({ verdict }) => verdict?.a ?? null)
}

// Twice 67 cases.
it.each([60, 200])(
  '33.3.1: keys %i ms apart over a slow network: who heeds a refusal has every verdict as meant',
  async (apart) => {
    const session = await answered()
    const { pass } = openSlowly(session)
    let refusals = 0
    while (!isFinished()) {
      while (onScreen() === null) await pass(delayMs)
      const index = onScreen() ?? 0
      if (refusals > 0) await pass(500)
      let wasRefused = false
      // The first keys of the next case follow at once: they may come too early.
      for (const key of [...keysOf(index), ...keysOf(index + 1)]) {
        press(key)
        await pass(apart)
        wasRefused = isRefused()
        if (wasRefused || isFinished()) break
      }
      if (wasRefused) refusals += 1
    }
    expect(refusals).toBeGreaterThan(10)
    expect(await stored(session)).toEqual(Array.from({ length: cases }, (_, at) => wantedOf(at)))
  },
)

it('33.3.1: who heeds no refusal has no verdict that was not meant, and hears each refusal', async () => {
  const tones: number[] = []
  vi.stubGlobal('AudioContext', soundsTo(tones))
  const session = await answered()
  const { pass } = openSlowly(session)
  while (onScreen() === null) await pass(100)
  let refused = 0
  for (let index = 0; index < cases; index += 1) {
    for (const key of keysOf(index)) {
      press(key)
      if (isRefused()) refused += 1
      await pass(200)
    }
  }
  const verdicts = await stored(session)
  expect(refused).toBeGreaterThan(0)
  expect(tones).toHaveLength(refused)
  for (const [index, verdict] of verdicts.entries()) {
    if (verdict) expect(verdict).toEqual(wantedOf(index))
  }
  expect(verdicts[0]).toEqual(wantedOf(0))
})

/** A browser's sounds, of which only the starts are kept. */
function soundsTo(tones: number[]) {
  const node = { connect: (next: unknown) => next }
  return class {
    currentTime = 0
    destination = node
    createGain() {
      const gain = { setValueAtTime() {}, linearRampToValueAtTime() {} }
      return { ...node, gain }
    }
    createOscillator() {
      return { ...node, frequency: { value: 0 }, start: (at: number) => tones.push(at), stop() {} }
    }
  }
}
