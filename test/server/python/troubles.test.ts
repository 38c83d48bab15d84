/** What goes wrong in Python code: it ends its own run at most, and says why. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { type Harness, startHarness } from '../agent-server/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({
    graphs: {
      steps: './steps.ts:graph',
      troubled: './troubled.ts:graph',
      plain: './troubled.ts:plain',
    },
    stopGraceMs: 60_000,
  })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

async function begun(graph: string, input: object): Promise<Run> {
  return h.run(await h.thread(), { assistant_id: graph, input, durability: 'sync' })
}

const ended = async (graph: string, input: object) => h.ended(await begun(graph, input))
const logOf = (run: Run) => h.logs.filter(({ runId }) => runId === run.run_id)
const crashes = () => h.logs.filter(({ message }) => /process of the agent/.test(message))

/** A run that stands where its code cannot be asked to stop, as far as it has told. */
async function stuck(graph: string, trouble: string, word: string, more: object = {}) {
  const run = await begun(graph, { trouble, ...more })
  await expect.poll(() => logOf(run).map(({ message }) => message)).toContain(word)
  return run
}

async function expectStopped(run: Run) {
  const at = `/threads/${run.thread_id}/runs/${run.run_id}/cancel?wait=true`
  expect(await h.call('POST', at)).toMatchObject({ status: 204 })
  expect((await h.getRun(run)).body).toMatchObject({
    status: 'interrupted',
    end_reason: 'cancelled',
  })
  const state = { values: { log: ['prepared'] }, next: ['act'] }
  expect(await h.state(run.thread_id)).toMatchObject(state)
  // The process is the same, and takes other runs.
  expect((await ended('steps', {})).status).toBe('success')
  expect(crashes()).toEqual([])
}

describe('§3 cancel stops a run, without its process, that', () => {
  it.each([
    ['blocks in a plain function', 'plain', 'block', 'blocks'],
    ['spins in a plain function', 'plain', 'spin', 'spins'],
    ['blocks the loop', 'troubled', 'block', 'blocks'],
    ['swallows the first cancels', 'troubled', 'swallow', 'waits'],
  ])('%s', async (_name, graph, trouble, word) => {
    await expectStopped(await stuck(graph, trouble, word, { size: 2 }))
  })

  it('spins without yielding', async () => {
    const gate = randomUUID()
    const run = await begun('troubled', { trouble: 'spin', gate })
    await h.gates.arrived(gate)
    h.gates.open(gate)
    await expectStopped(run)
  })
})

it('a plain function that blocks does not keep up the others', async () => {
  const run = await stuck('plain', 'block', 'blocks')
  expect((await ended('steps', {})).status).toBe('success')
  expect((await h.getRun(run)).body.status).toBe('running')
  await expectStopped(run)
})

it('a failure has its traceback in the log and its last line in the run', async () => {
  const run = await ended('troubled', { trouble: 'throw' })
  expect(run).toMatchObject({ status: 'error', error: 'planned failure' })
  const [failure] = logOf(run).filter(({ level }) => level === 'ERROR')
  expect(failure?.message).toMatch(/^Traceback[\s\S]*troubled\.py[\s\S]*TypeError: planned failure/)
  expect(failure?.message).not.toContain('quarterdeck_executor')
})

it('a step that ends its program ends its run, and no other', async () => {
  const gate = randomUUID()
  const bystander = await begun('steps', { gates: { second: gate } })
  await h.gates.arrived(gate)
  const run = await ended('troubled', { trouble: 'leave' })
  expect(run).toMatchObject({ status: 'error', error: expect.stringContaining('sys.exit(3)') })
  h.gates.open(gate)
  expect((await h.ended(bystander)).status).toBe('success')
  expect(crashes()).toEqual([])
})

it('what a step prints in several parts is one line of its run', async () => {
  const run = await ended('troubled', { trouble: 'print' })
  expect(logOf(run).map(({ message }) => message)).toEqual(['printed by the node'])
})

it('what a logger says has its level in the log, wherever its handler writes', async () => {
  const run = await ended('troubled', { trouble: 'log' })
  const lines = () => logOf(run).map(({ level, message }) => `${level} ${message}`)
  const onOutput = ['WARNING nearly full', 'INFO it is done', 'DEBUG looked twice']
  const onError = ['ERROR no room', 'ERROR at all', 'INFO as asked', 'WARNING on standard error']
  const all = [...onOutput, ...onError, 'CRITICAL all is lost', 'INFO on standard output'].sort()
  await expect.poll(() => lines().sort()).toEqual(all)
})

it('output that is not UTF-8 is logged as far as it can be', async () => {
  const run = await ended('troubled', { trouble: 'bytes' })
  expect(run.status).toBe('success')
  expect(h.logs.map(({ message }) => message)).toContain('caf� �')
  expect(logOf(run).map(({ message }) => message)).toEqual(['half \\ud83d character'])
})

it.each(['descriptors', 'fork'])(
  'a step that writes to every descriptor, or copies its process, does not reach the line: %s',
  async (trouble) => {
    expect((await ended('troubled', { trouble })).status).toBe('success')
    expect((await ended('steps', {})).status).toBe('success')
    expect(crashes()).toEqual([])
  },
)

it.each(['troubled', 'plain'])(
  'threads that a step starts speak and tell for its run; one that fails or stays behind harms nothing: %s',
  async (graph) => {
    const thread = await h.thread()
    const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, {
      assistant_id: graph,
      input: { trouble: 'threads' },
      stream_mode: 'custom',
    })
    const events = await stream.rest()
    const numbers = events.slice(1).map(({ data }) => (data as { number: number }).number)
    expect(numbers.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(await h.state(thread)).toMatchObject({
      values: { log: ['prepared', 'acted'] },
      next: [],
    })
    const messages = () => h.logs.map(({ message }) => message)
    for (const number of numbers) {
      await expect.poll(messages).toContain(`thread ${number} speaks`)
    }
    await expect
      .poll(messages)
      .toContainEqual(expect.stringMatching(/ValueError: planned failure of a thread/))
    expect((await ended('steps', {})).status).toBe('success')
    expect(crashes()).toEqual([])
  },
)

it('prints while a large event is on its way: both arrive whole', async () => {
  const thread = await h.thread()
  const size = 3_000_000
  const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, {
    assistant_id: 'troubled',
    input: { trouble: 'big', size },
    stream_mode: 'custom',
  })
  const events = await stream.rest()
  expect(events.map(({ event }) => event)).toEqual(['metadata', 'custom'])
  const data = events[1]?.data as { text: string } | undefined
  expect(data?.text).toHaveLength(size)
})

it('a flood of events comes whole and in order', async () => {
  const size = 20_000
  const stream = await h.stream('POST', `/threads/${await h.thread()}/runs/stream`, {
    assistant_id: 'troubled',
    input: { trouble: 'flood', size },
    stream_mode: 'custom',
  })
  const numbers = (await stream.rest())
    .slice(1)
    .map(({ data }) => (data as { number: number }).number)
  expect(numbers).toEqual(Array.from({ length: size }, (_, number) => number))
})

it('a process that ends is started again: its run is given up, another one goes on where it was', async () => {
  const gate = randomUUID()
  const bystander = await begun('steps', { gates: { second: gate } })
  await h.gates.arrived(gate)
  const run = await begun('troubled', { trouble: 'exit' })
  h.gates.open(gate)
  expect(await h.ended(run)).toMatchObject({ status: 'error', end_reason: 'lost' })
  expect((await h.ended(bystander)).status).toBe('success')
  expect((await h.state(bystander.thread_id)).values).toMatchObject({
    log: ['first', 'second', 'third'],
  })
  expect(crashes().map(({ message }) => message)).toContainEqual(expect.stringContaining('code 3'))
})

it('a process that is killed in the middle of a run: the run goes on from its last step', async () => {
  const gate = randomUUID()
  const run = await begun('steps', { gates: { second: gate } })
  await h.gates.arrived(gate)
  const before = h.gates.visits(gate)
  process.kill(h.gates.lastProcess() ?? 0, 'SIGKILL')
  await h.gates.visited(gate, before + 1)
  h.gates.open(gate)
  expect((await h.ended(run)).status).toBe('success')
  expect((await h.state(run.thread_id)).values).toMatchObject({ log: ['first', 'second', 'third'] })
})
