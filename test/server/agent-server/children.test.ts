import { MemorySaver } from '@langchain/langgraph'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  calls,
  callsOneThatKeeps,
  deep,
  forgets,
  inherits,
  keeps,
} from '../../fixtures/agents/children.ts'
import { nothing } from '../../helpers/nothing.ts'
import { type Harness, startHarness } from './harness.ts'

/** How a child keeps its state, and whether the library finds that in Python. */
const kinds = {
  inherits: true,
  keeps: true,
  forgets: false,
  calls: true,
  callsOneThatKeeps: true,
  deep: true,
} as const
type Kind = keyof typeof kinds
const children = { calls, callsOneThatKeeps, deep, forgets, inherits, keeps }
const names = Object.keys(kinds) as Kind[]
const isPython = process.env.QUARTERDECK_TEST_LANGUAGE === 'python'

let h: Harness
beforeAll(async () => {
  const graphs = [...names, 'context', 'declaredContext'].map((name) => [
    name,
    `./children.ts:${name}`,
  ])
  h = await startHarness({ graphs: Object.fromEntries(graphs) as Record<string, string> })
})
afterAll(() => h?.close())

interface Task {
  name: string
  interrupts: { value?: unknown }[]
  state?: unknown
}
interface State {
  values: unknown
  next: string[]
  tasks: Task[]
}

/** A state without what differs from thread to thread. */
function shown({ values, next, tasks }: State): object {
  const shownTask = ({ name, interrupts, state }: Task) => ({
    name,
    asks: interrupts.map(({ value }) => value),
    state: state && 'values' in Object(state) ? shown(state as State) : null,
  })
  return { values, next, tasks: tasks.map(shownTask) }
}

const input = { trail: ['given'] }

/** What the library itself answers; in Python as it was seen there. */
async function plain(name: Kind): Promise<object> {
  if (isPython) return plainPython(name)
  const graph = children[name].compile({ checkpointer: new MemorySaver() })
  const config = { configurable: { thread_id: 'one' } }
  await graph.invoke(input, config)
  return shown((await graph.getState(config, { subgraphs: true })) as State)
}

function plainPython(name: Kind): object {
  const asked = { asks: ['Go on?'] }
  const child = {
    values: { trail: ['given', 'first'] },
    next: ['ask'],
    tasks: [{ name: 'ask', ...asked, state: null }],
  }
  const around = (state: object | null) => ({
    values: input,
    next: ['child'],
    tasks: [{ name: 'child', ...asked, state }],
  })
  if (!kinds[name]) return around(null)
  return around(name === 'deep' ? around(child) : child)
}

it.each(names)(
  'S12: the state within a child that asks is as the library has it: %s',
  async (name) => {
    for (const durability of ['sync', 'async', 'exit']) {
      const thread = await h.thread()
      const body = { assistant_id: name, input, durability }
      expect(await h.ended(await h.run(thread, body))).toMatchObject({ error: null })
      expect(await h.getThread(thread)).toMatchObject({ status: 'interrupted' })
      const state = await h.call<State>('GET', `/threads/${thread}/state?subgraphs=true`)
      expect(shown(state.body)).toEqual(await plain(name))
      const answer = { assistant_id: name, command: { resume: 'yes' }, durability }
      expect(await h.ended(await h.run(thread, answer))).toMatchObject({ status: 'success' })
      // A child that keeps nothing asks anew in JavaScript; in Python it begins anew, and finds its answer.
      const asksAnew = name === 'forgets' && !isPython
      const trail = asksAnew ? ['given'] : ['first', 'yes']
      const { values } = await h.state(thread)
      expect(values).toMatchObject({ trail: expect.arrayContaining(trail) })
    }
  },
)

const contextOf = async (assistant_id: string, more: object) =>
  (
    await h.call<{ context?: string; __error__?: object }>('POST', '/runs/wait', {
      assistant_id,
      input,
      ...more,
    })
  ).body

it('S12: a step finds the context that was given, an empty one too, and none where none was', async () => {
  const [none, empty] = isPython ? ['null', 'null'] : ['undefined', '{}']
  expect(await contextOf('context', {})).toMatchObject({ context: none })
  expect(await contextOf('context', { context: null })).toMatchObject({ context: none })
  expect(await contextOf('context', { context: {} })).toMatchObject({ context: empty })
  const { context } = await contextOf('context', { context: { a: 1 } })
  expect(JSON.parse(context ?? '')).toEqual({ a: 1 })
  const run = await h.run(await h.thread(), { assistant_id: 'context', input })
  expect((await h.getRun(run)).body).toMatchObject({ kwargs: { context: nothing } })
})

it.skipIf(isPython)('S12: only a context that was given is held against its schema', async () => {
  const config = { configurable: { tone: 'brief' } }
  expect(await contextOf('declaredContext', { config })).toMatchObject({ context: 'undefined' })
  const body = { assistant_id: 'declaredContext', input, config, context: {} }
  expect(await h.call('POST', '/runs/wait', body)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'context', 'tone'] }] },
  })
})
