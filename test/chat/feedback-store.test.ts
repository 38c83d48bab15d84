// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { votePlan } from '../../src/chat/votes/feedback-keys.ts'
import { createFeedbackStore, type FeedbackStore } from '../../src/chat/votes/feedback-store.ts'
import { sendAgain } from '../../src/chat/votes/send-again.ts'
import { hurriedClock } from './hurried-clock.ts'
import { json, runIdOf, ScriptedServer } from './scripted-server.ts'

const run = runIdOf(1)
const token = '/api/v1/feedback/tokens'
const found = votePlan(['user_score'])
if (!found) throw new Error('no plan')
const plan = found

let server: ScriptedServer
let origin: string
let store: FeedbackStore

beforeEach(async () => {
  localStorage.clear()
  server = new ScriptedServer()
  const transport = await server.start()
  origin = transport.baseUrl
  store = createFeedbackStore({ transport, allowedOrigin: origin })
  store.offer(run, { user_score: `${origin}${token}/first` })
})
afterEach(() => server?.stop())

const vote = () => store.getSnapshot()[run]
const bodies = () =>
  server.requests.filter((seen) => seen.method === 'POST').map((seen) => seen.body)

it('shows at once, and says recorded only when the server has it', async () => {
  let open: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  server.override = async (_seen, response) => {
    await gate
    json(response, 200, {})
    return true
  }
  const done = store.vote(run, plan, 'up')
  expect(vote()).toMatchObject({ direction: 'up', status: 'saving' })
  open()
  await done
  expect(vote()).toMatchObject({ direction: 'up', status: 'saved', problem: null })
})

it('goes back with a message when it does not get through', async () => {
  server.override = (_seen, response) => {
    json(response, 500, { detail: 'The store is full.' })
    return true
  }
  await store.vote(run, plan, 'down')
  expect(vote()).toMatchObject({
    direction: null,
    status: 'none',
    problem: 'Your vote was not recorded. The store is full.',
  })
})

it('sends one request at a time, and of several changes of mind the last', async () => {
  const gates: (() => void)[] = []
  server.override = async (_seen, response) => {
    await new Promise<void>((resolve) => gates.push(resolve))
    json(response, 200, {})
    return true
  }
  const done = store.vote(run, plan, 'up')
  await server.seen('POST', /first$/)
  void store.vote(run, plan, 'down')
  void store.vote(run, plan, 'up')
  void store.vote(run, plan, 'down')
  expect(server.requests).toHaveLength(1)
  gates[0]?.()
  await server.seen('POST', /first$/, 2)
  expect(vote()).toMatchObject({ direction: 'down', status: 'saving' })
  gates[1]?.()
  await done
  expect(bodies()).toEqual([{ score: 1 }, { score: -1 }])
  expect(vote()).toMatchObject({ direction: 'down', status: 'saved' })
})

it('a comment goes with the vote, and a changed vote with the comment', async () => {
  server.override = (_seen, response) => {
    json(response, 200, {})
    return true
  }
  await store.vote(run, plan, 'up')
  expect(await store.tell(run, plan, { comment: 'Clear' })).toBe(true)
  await store.vote(run, plan, 'down')
  expect(bodies()).toEqual([
    { score: 1 },
    { score: 1, comment: 'Clear' },
    { score: -1, comment: 'Clear' },
  ])
})

it('renews an address that ran out, once', async () => {
  server.override = ({ method, path }, response) => {
    if (path.endsWith('/first')) json(response, 410, { detail: 'Expired.' })
    else if (method === 'POST') json(response, 200, {})
    else {
      const url = `${origin}${token}/second`
      json(response, 200, [{ id: 'second', url, expires_at: '', feedback_key: 'user_score' }])
    }
    return true
  }
  await store.vote(run, plan, 'up')
  expect(vote()?.status).toBe('saved')
  expect(server.requests.map((seen) => seen.path)).toEqual([
    `${token}/first`,
    token,
    `${token}/second`,
  ])
})

it('never sends a vote to another origin', async () => {
  store.offer(run, { user_score: `http://127.0.0.1:1${token}/x` })
  await store.vote(run, plan, 'up')
  expect(vote()?.status).toBe('none')
  expect(server.requests).toEqual([])
})

/** A store that knows nothing of the run but its keys, as after a reload. */
function reloaded(): FeedbackStore {
  return createFeedbackStore({ transport: { baseUrl: origin }, allowedOrigin: origin })
}

const two = votePlan(['thumbs_up', 'thumbs_down'])
if (!two) throw new Error('no plan for two keys')

/** Takes every vote; votes that are asked for are answered with `stored`, or not at all. */
function takesVotes(stored: (() => object[] | null)[] = []): void {
  server.override = ({ method, path, body }, response) => {
    const isList = method === 'GET' && path.endsWith('/feedback')
    const answer = isList ? (stored.shift() ?? (() => []))() : {}
    if (answer === null) response.destroy()
    else if (path.endsWith('/tokens')) {
      const key = String(body.feedback_key ?? 'thumbs_down')
      const tokens = ['thumbs_up', 'thumbs_down'].map((name) => ({
        id: name,
        url: `${origin}${token}/${name}`,
        expires_at: '',
        feedback_key: name,
      }))
      json(
        response,
        200,
        method === 'GET' ? tokens : tokens.find((one) => one.feedback_key === key),
      )
    } else json(response, 200, answer)
    return true
  }
}

const scores = () =>
  server.requests
    .filter(({ method, path }) => method === 'POST' && path.includes(`${token}/`))
    .map(({ path, body }) => [path.split('/').at(-1), body.score])

it('with two keys a vote of which nothing is known takes the other back, a first one does not', async () => {
  takesVotes([() => null])
  const unknown = reloaded()
  await unknown.restore([run], two)
  await unknown.vote(run, two, 'down')
  expect(scores()).toEqual([
    ['thumbs_down', 1],
    ['thumbs_up', 0],
  ])
  server.requests.length = 0
  const first = reloaded()
  await first.restore([run], two)
  await first.vote(run, two, 'up')
  expect(scores()).toEqual([['thumbs_up', 1]])
})

it('votes that could not be read are read when the network is there again', async () => {
  const stored = { id: 'f', key: 'user_score', score: -1, run_id: run, created_at: '2026-01-01' }
  takesVotes([() => null, () => [stored]])
  const unread = reloaded()
  await unread.restore([run], plan)
  expect(unread.getSnapshot()[run]).toBeUndefined()
  await unread.sendQueued()
  expect(unread.getSnapshot()[run]).toMatchObject({ direction: 'down', status: 'saved' })
})

it('reads again what another tab may have changed, and leaves alone what is changed here', async () => {
  const stored = (score: number, comment?: string) => [
    { id: 'f', key: 'user_score', score, comment, run_id: run, created_at: '2026-01-01' },
  ]
  takesVotes([[], stored(1, 'Clear'), stored(-1)].map((answer) => () => answer))
  const there = reloaded()
  await there.restore([run], plan)
  expect(there.getSnapshot()[run]).toBeUndefined()
  await there.readAgain()
  expect(there.getSnapshot()[run]).toMatchObject({
    direction: 'up',
    status: 'saved',
    detail: { comment: 'Clear' },
  })
  const read = there.readAgain()
  const voted = there.vote(run, plan, 'up')
  await Promise.all([read, voted])
  expect(there.getSnapshot()[run]).toMatchObject({ direction: 'up', status: 'saved' })
})

it('what one tab keeps for the network another does not throw away', async () => {
  const other = reloaded()
  server.override = (_seen, response) => {
    response.destroy()
    return true
  }
  await store.vote(run, plan, 'up')
  expect(vote()?.status).toBe('queued')
  await other.sendQueued()
  expect(reloaded().getSnapshot()[run]).toMatchObject({ direction: 'up', status: 'queued' })
})

it('a vote that waits is tried again until it gets through, whatever the browser says of its network', async () => {
  let refusals = 3
  server.override = (_seen, response) => {
    refusals -= 1
    if (refusals >= 0) response.destroy()
    else json(response, 200, {})
    return true
  }
  const leaving = new AbortController()
  sendAgain(store, { clock: hurriedClock(), random: Math.random, signal: leaving.signal })
  await store.vote(run, plan, 'up')
  await expect.poll(() => vote()?.status).toBe('saved')
  expect(bodies()).toHaveLength(4)
  leaving.abort()
})

it('nothing is tried again for who has left', async () => {
  server.override = (_seen, response) => {
    response.destroy()
    return true
  }
  const due: (() => void)[] = []
  const clock = {
    now: () => 0,
    limit: () => () => {},
    after: (_ms: number, callback: () => void) => {
      due.push(callback)
      return () => due.splice(due.indexOf(callback), 1)
    },
  }
  const leaving = new AbortController()
  sendAgain(store, { clock, random: Math.random, signal: leaving.signal })
  await store.vote(run, plan, 'up')
  expect(due).toHaveLength(1)
  leaving.abort()
  expect(due).toEqual([])
})
