import { expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { type AskedRun, ClientMemory } from '../clients/client-memory.ts'
import type { Observed } from '../observe.ts'
import { checkCrons } from './check-crons.ts'
import { checkEvents } from './check-events.ts'
import { checkRuns } from './check-runs.ts'
import { checkStates } from './check-states.ts'

/** Two runs of two steps and one event each, one after the other, and nothing wrong. */
function world() {
  const memory = new ClientMemory('crons')
  const names = ['one', 'two']
  for (const name of names) {
    const run: AskedRun = {
      ...{ name, thread: 'thread', strategy: 'enqueue', runId: `id of ${name}`, fork: null },
      plan: { run: name, steps: 2, tells: 1, ms: 0, fails: null },
      ...{ isBound: false, hasUpdates: true, isRefused: false, isOver: true, ended: 'success' },
      ...{ askedAt: memory.now(), acknowledgedAt: memory.now() },
      ...{ wishes: [], heard: new Map(), voteUrl: null, votes: [] },
    }
    memory.runs.push(run)
  }
  const log = names.flatMap((run) => [1, 2].map((step) => ({ run, step, token: `${run} ${step}` })))
  const states = log.map((done, at) => ({
    id: `checkpoint ${at}`,
    parent: at === 0 ? null : `checkpoint ${at - 1}`,
    runId: `id of ${done.run}`,
    log: log.slice(0, at + 1),
  }))
  const told = (run: string) => [
    { event: 'metadata', data: {} as unknown },
    ...log
      .filter((done) => done.run === run)
      .flatMap(({ step, token }) => [
        { event: 'custom', data: { run, step, tell: 0, token, executor: run } },
        { event: 'updates', data: { step: { log: [{ token }] } } },
      ]),
  ]
  const numbered = (run: string) => told(run).map((event, id) => ({ id: String(id), ...event }))
  const runs = names.map((name) => ({
    ...{ run_id: `id of ${name}`, thread_id: 'thread', status: 'success', metadata: { name } },
    ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  })) as Run[]
  const events = new Map(names.map((name) => [`id of ${name}`, numbered(name)]))
  const seen: Observed = {
    ...{ thread: 'thread', status: 'idle', values: log, state: log },
    ...{ runs, states, events },
  }
  const first = { asked: memory.runs[0] as AskedRun, run: runs[0] as Run }
  return { memory, seen, first, log: events.get('id of one') ?? [] }
}

type World = ReturnType<typeof world>

const check = ({ memory, seen }: World) => [
  ...checkRuns(memory, seen),
  ...checkStates(memory, seen),
  ...checkEvents(memory, seen),
]

it('has nothing to say where everything is as promised', () => {
  expect(check(world())).toEqual([])
})

it.each([
  ['interrupted', 2, true],
  ['success', 2, false],
  ['interrupted', 1, false],
])(
  'a step without a checkpoint counts in the state of a run that was stopped, and that is next: %s, %i',
  (status, step, isRight) => {
    const { memory, seen } = world()
    const last = seen.states.pop()
    Object.assign(seen.runs[1] as Run, { status })
    const done = { ...last?.log.at(-1), step }
    const log = [...(last?.log.slice(0, -1) ?? []), done]
    Object.assign(seen, { state: log, values: log })
    const told = checkStates(memory, seen).filter((text) => text.includes('last checkpoint'))
    expect(told).toHaveLength(isRight ? 0 : 2)
  },
)

/** A client has changed the state. */
function madeUpdate({ memory, seen }: World): void {
  const before = seen.states.at(-1)
  const log = [...(before?.log ?? []), { run: 'a client', step: 1, token: 'by hand' }]
  const id = `update ${seen.states.length}`
  seen.states.push({ id, parent: before?.id ?? null, runId: null, log })
  Object.assign(seen, { values: log, state: log })
  memory.updates.splice(0, 1, { thread: 'thread', token: 'by hand', isAcknowledged: true })
}

it('takes a checkpoint for no update that is like the one before it, as where a run begins at that', () => {
  const changed = world()
  madeUpdate(changed)
  const last = changed.seen.states.at(-1)
  const like = { id: 'like it', parent: last?.id ?? null, runId: null, log: last?.log ?? [] }
  const other = { ...like, id: 'between', log: changed.seen.states[0]?.log ?? [] }
  changed.seen.states.push(other, like)
  expect(check(changed).filter((defect) => defect.startsWith('The update'))).toEqual([])
})

/** What is broken, how, and words of what is said of it. */
const breaks: [string, (broken: World) => void, string][] = [
  ['a busy thread', ({ seen }) => void Object.assign(seen, { status: 'busy' }), 'still busy'],
  [
    'a lost run',
    ({ seen, first }) => {
      seen.runs.shift()
      first.asked.ended = null
    },
    'is lost',
  ],
  ['a run twice', ({ seen, first }) => void seen.runs.push(first.run), 'made 2 times'],
  ['a run of nobody', ({ memory }) => void memory.runs.shift(), 'Nobody asked'],
  [
    'a run without an end',
    ({ first }) => void Object.assign(first.run, { status: 'running' }),
    'never ends',
  ],
  [
    'another end',
    ({ first }) => void Object.assign(first.asked, { ended: 'error' }),
    'and was error',
  ],
  [
    'a cancel that was not done',
    ({ first }) => void first.asked.wishes.push({ action: 'interrupt', isAcknowledged: true }),
    'cancel was acknowledged',
  ],
  [
    'a rollback that was not done',
    ({ first }) => void first.asked.wishes.push({ action: 'rollback', isAcknowledged: true }),
    'rollback was acknowledged',
  ],
  [
    'an interruption of nobody',
    ({ first }) => {
      first.run.status = 'interrupted'
      first.asked.ended = null
    },
    'nobody asked for that',
  ],
  [
    'a failure of itself',
    ({ first }) => void Object.assign(first.run, { status: 'error' }),
    'not to fail',
  ],
  [
    'a step too few',
    ({ first }) => void Object.assign(first.asked.plan, { steps: 3 }),
    'with 2 of 3 steps',
  ],
  [
    'a step twice',
    ({ seen }) =>
      void Object.assign(at(seen.states, 1), { log: [...at(seen.states, 0).log, again] }),
    'has the steps',
  ],
  ['a line that forks', ({ seen }) => void seen.states.splice(1, 1), 'follows checkpoint 1'],
  [
    'the wrong order',
    ({ first }) => void Object.assign(first.asked, { askedAt: 100 }),
    'worked before two, which was asked for first',
  ],
  [
    'a state of its own',
    ({ seen }) => void Object.assign(seen, { state: [] }),
    'The state of thread',
  ],
  ['old values', ({ seen }) => void Object.assign(seen, { values: [] }), 'The values of thread'],
  [
    'a lost update',
    ({ memory }) =>
      void memory.updates.push({ thread: 'thread', token: 'none', isAcknowledged: true }),
    'The update none is lost',
  ],
  [
    'an update twice',
    (broken) => {
      madeUpdate(broken)
      madeUpdate(broken)
    },
    'The update by hand was made 2 times',
  ],
  ['a gap', ({ log }) => void log.splice(1, 1), 'has the number 2'],
  ['an event less', ({ log }) => renumber(log.splice(1, 1), log), 'a kept step told 1 events'],
  ['an update less', ({ log }) => renumber(log.splice(2, 1), log), 'is in its log 0 times'],
  [
    'an event twice',
    ({ log }) => renumber(log.splice(1, 0, { ...at(log, 1) }), log),
    'in its log twice',
  ],
  [
    'an event of another attempt',
    ({ log }) => void Object.assign(at(log, 3).data as object, { executor: 'another' }),
    'of another attempt',
  ],
  [
    'an event that was told otherwise',
    ({ first }) => void first.asked.heard.set(1, 'else'),
    'a client was told the event 1',
  ],
  [
    'an end that is not told',
    ({ first }) => {
      first.run.status = 'error'
      first.asked.ended = null
    },
    'its log tells errors at []',
  ],
]

const again = { run: 'one', step: 1, token: 'again' }
const at = <One>(all: readonly One[], index: number) => all[index] as One

function renumber(_changed: unknown, log: { id: string | null }[]): void {
  log.forEach((event, id) => {
    event.id = String(id)
  })
}

it.each(breaks)('finds %s', (_what, breakIt, words) => {
  const broken = world()
  breakIt(broken)
  expect(check(broken).join('\n')).toContain(words)
})

it('finds a tick of a cron that made two runs', () => {
  const tick = {
    metadata: { cron_id: 'cron' },
    created_at: '2026-01-01T00:01:02Z',
    status: 'success',
  }
  const memory = new ClientMemory('crons')
  memory.crons.push('cron')
  const later = { ...tick, created_at: '2026-01-01T00:02:00Z' }
  expect(checkCrons(memory, [tick, later] as unknown as Run[])).toEqual([])
  expect(checkCrons(memory, [tick, tick] as unknown as Run[])).toEqual([
    'The tick of cron at 2026-01-01T00:01 made two runs.',
  ])
})
