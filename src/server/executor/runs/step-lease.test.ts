import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StepLease } from './step-lease.ts'

/** 35, 1.2: an executor asks for its lease before side effects begin. */
const now = 1_000_000
let questions = 0
const ask = () => {
  questions += 1
}
beforeEach(() => {
  questions = 0
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.useRealTimers()
})

const leaseOf = (from: number, until: number) => new StepLease({ from, until }, ask)

/** A graph of two steps, the second of which is made twice at once; tells what has begun. */
function graphOf(begun: string[], onStep = () => {}) {
  const State = Annotation.Root({ log: Annotation<string>() })
  const step = (name: string) => () => {
    begun.push(name)
    onStep()
    return {}
  }
  return new StateGraph(State)
    .addNode('first', step('first'))
    .addNode('left', step('left'))
    .addNode('right', step('right'))
    .addEdge(START, 'first')
    .addEdge('first', 'left')
    .addEdge('first', 'right')
    .addEdge('left', END)
    .addEdge('right', END)
    .compile()
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function settled(is: () => boolean): Promise<void> {
  while (!is()) await nextTurn()
}

it('steps begin without a question while the lease certainly holds', async () => {
  const begun: string[] = []
  await graphOf(begun).invoke({}, { callbacks: [leaseOf(now, now + 1)] })
  expect(begun).toEqual(['first', 'left', 'right'])
  expect(questions).toBe(0)
})

it.each([
  ['is over', now - 10, now],
  ['begins later, as the clock was set back', now + 1, now + 10],
])(
  'no step begins when the lease %s, until the server has answered',
  async (_case, from, until) => {
    const begun: string[] = []
    const lease = leaseOf(from, until)
    const done = graphOf(begun).invoke({}, { callbacks: [lease] })
    await settled(() => questions === 1)
    await nextTurn()
    expect(begun).toEqual([])
    // The answer was on its way for so long that it says nothing any more.
    vi.setSystemTime(now + 1_000)
    lease.held(1_000)
    await settled(() => questions === 2)
    expect(begun).toEqual([])
    lease.held(1)
    await done
  },
)

it('steps that begin at once wait for one answer', async () => {
  const begun: string[] = []
  const lease = leaseOf(now, now + 1)
  const done = graphOf(begun, () => void vi.setSystemTime(now + 1)).invoke(
    {},
    { callbacks: [lease] },
  )
  await settled(() => questions === 1)
  await nextTurn()
  expect(begun).toEqual(['first'])
  lease.held(1)
  await done
  expect([...begun, questions]).toEqual(['first', 'left', 'right', 1])
})

it('a run that is stopped while it asks ends, and its step does not begin', async () => {
  const begun: string[] = []
  const controller = new AbortController()
  const lease = leaseOf(0, 0)
  const done = graphOf(begun).invoke({}, { callbacks: [lease], signal: controller.signal })
  await settled(() => questions === 1)
  controller.abort(new Error('The run was stopped.'))
  await expect(done).rejects.toThrow()
  expect(begun).toEqual([])
})
