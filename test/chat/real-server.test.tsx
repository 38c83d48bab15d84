import { afterAll, beforeAll, expect, it } from 'vitest'
import { branchesOf } from '../../src/chat/checkpoints/branches.ts'
import { systemClock } from '../../src/chat/clock.ts'
import { shownHead } from '../../src/chat/history/use-time-travel.ts'
import type { SessionSnapshot } from '../../src/chat/session/session-types.ts'
import { votePlan } from '../../src/chat/votes/feedback-keys.ts'
import type { Transport } from '../../src/client/api.ts'
import { messagesOf, messageText } from '../../src/contract/agent-server/messages.ts'
import { isHeld } from '../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../src/contract/agent-server/threads.ts'
import type { Deployment } from '../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../helpers/dom-stack.ts'
import { eachMayTake } from '../helpers/each-may-take.ts'
import { type SessionUnderTest, sessionOn } from './session-harness.ts'

eachMayTake(2)

let stack: DomStack
let agent: Transport
let tracing: Transport
const open: SessionUnderTest[] = []

beforeAll(async () => {
  stack = await startDomStack({ withExamples: true })
  const { resources } = await stack.json<{ resources: Deployment[] }>(
    'GET',
    '/api-host/v2/deployments',
  )
  const [examples] = resources
  if (!examples) throw new Error('The examples are not deployed.')
  const revision = await stack.settled(examples.id, examples.latest_revision_id)
  expect(revision.status).toBe('DEPLOYED')
  const headers = { 'x-api-key': stack.apiKey }
  agent = { baseUrl: `${stack.url}/agents/${examples.name}`, headers }
  tracing = { baseUrl: stack.url, headers }
})

afterAll(async () => {
  for (const { session } of open) session.close()
  await stack?.close()
})

async function chat(thread_id: string | null): Promise<SessionUnderTest> {
  const tested = sessionOn(agent, thread_id, {
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    feedbackKeys: ['user_score'],
    feedback: { transport: tracing, allowedOrigin: stack.url },
  })
  open.push(tested)
  await tested.session.open()
  return tested
}

const ended = ({ status }: SessionSnapshot) => status === 'ended'

function texts({ conversation }: SessionSnapshot): string[] {
  return conversation.messages.map(({ message }) => messageText(message.content))
}

async function stateOf({ thread_id }: SessionSnapshot): Promise<ThreadState> {
  const path = `${agent.baseUrl.slice(stack.url.length)}/threads/${thread_id}/state`
  return stack.json('GET', path)
}

async function runsOf({ thread_id }: SessionSnapshot): Promise<{ run_id: string }[]> {
  return stack.json('GET', `${agent.baseUrl.slice(stack.url.length)}/threads/${thread_id}/runs`)
}

it('streams an answer with a tool call and ends as the server’s state has it', async () => {
  const { session, until, history } = await chat(null)
  const lengths = history((snapshot) => texts(snapshot).at(-1)?.length)
  const result = await session.submit({ text: 'How do I stop a run?' }, { assistant_id: 'guide' })
  expect(result.ok).toBe(true)
  const snapshot = await until(ended)
  expect(snapshot.run?.outcome).toBe('success')
  const state = await stateOf(snapshot)
  expect(texts(snapshot)).toEqual(messagesOf(state.values).map((item) => messageText(item.content)))
  expect(snapshot.conversation.messages.map((item) => item.kind)).toEqual([
    'human',
    'ai',
    'tool',
    'ai',
  ])
  expect(snapshot.conversation.steps.map((step) => step.node)).toEqual(['agent', 'tools', 'agent'])
  expect(lengths.length).toBeGreaterThan(10)
})

it('§4.3 votes with the address of the feedback event, and finds the vote after a reload', async () => {
  const { session, until } = await chat(null)
  await session.submit({ text: 'What is a revision?' }, { assistant_id: 'guide' })
  const snapshot = await until(ended)
  const run_id = snapshot.run?.run_id ?? ''
  const plan = votePlan(['user_score'])
  if (!plan) throw new Error('no plan')
  await session.feedback?.vote(run_id, plan, 'up')
  expect(session.feedback?.getSnapshot()[run_id]).toMatchObject({
    direction: 'up',
    status: 'saved',
  })
  expect(await session.feedback?.tell(run_id, plan, { comment: 'Clear.' })).toBe(true)

  const again = await chat(snapshot.thread_id)
  const reopened = again.session.getSnapshot()
  expect(reopened.conversation.messages.at(-1)?.run_id).toBe(run_id)
  await again.session.feedback?.restore([run_id], plan)
  expect(again.session.feedback?.getSnapshot()[run_id]).toMatchObject({
    direction: 'up',
    detail: { comment: 'Clear.' },
  })
  // No event told this session the address: it is listed again.
  await again.session.feedback?.vote(run_id, plan, 'down')
  expect(again.session.feedback?.getSnapshot()[run_id]).toMatchObject({
    direction: 'down',
    status: 'saved',
  })
})

it('asks for approval and goes on with the answer', async () => {
  const { session, until } = await chat(null)
  const text = 'Please refund €84 for order 4411'
  await session.submit({ text }, { assistant_id: 'approval' })
  const paused = await until(ended)
  expect(paused.run?.outcome).toBe('paused')
  expect(paused.conversation.interrupts).toHaveLength(1)
  const command = { resume: [{ type: 'accept', args: null }] }
  await session.submit({ command }, { assistant_id: 'approval' })
  const done = await until((snapshot) => ended(snapshot) && snapshot.run?.outcome === 'success')
  expect(done.conversation.interrupts).toEqual([])
  expect(texts(done).at(-1)).toContain('Approved')
  expect(texts(done)).toEqual(
    messagesOf((await stateOf(done)).values).map((item) => messageText(item.content)),
  )
})

it('33: a message that was sent before the question came does not go past it', async () => {
  const { session, until } = await chat(null)
  const approval = { assistant_id: 'approval' }
  void session.submit({ text: 'Please refund €84 for order 4411' }, approval)
  const behind = await session.submit({ text: 'Please refund €20 for order 77' }, approval)
  const paused = await until((now) => ended(now) && now.run?.outcome === 'paused')
  const [question] = paused.conversation.interrupts
  expect(paused.queued.filter(isHeld).map(({ run_id }) => run_id)).toEqual([
    behind.ok && behind.run_id,
  ])

  await session.submit({ command: { resume: [{ type: 'accept', args: null }] } }, approval)
  const next = await until(
    ({ conversation, status, queued }) =>
      status === 'ended' &&
      queued.length === 0 &&
      conversation.interrupts.some(({ id }) => id !== question?.id),
  )
  expect(texts(next).filter((text) => /^Please|^Approved/.test(text))).toEqual([
    'Please refund €84 for order 4411',
    expect.stringContaining('Approved'),
    'Please refund €20 for order 77',
  ])
})

it('§3 stop keeps the finished steps, roll back takes the thread to where it was', async () => {
  const { session, until } = await chat(null)
  const working = ({ conversation }: SessionSnapshot) =>
    conversation.steps.some((step) => step.node === 'work' && step.status === 'running')
  const slow = { assistant_id: 'slow' }
  await session.submit({ text: '3 steps of 60 seconds' }, slow)
  await until(working)
  await session.interrupt()
  const stopped = await until(ended)
  expect(stopped.run).toMatchObject({ outcome: 'stopped', cancel: { stage: 'verified' } })
  const kept = await stateOf(stopped)
  expect(texts(stopped)).toEqual(['3 steps of 60 seconds', 'Starting 3 steps of 60 seconds each.'])

  await session.submit({ text: '2 steps of 60 seconds' }, slow)
  const second = await until(working)
  await session.rollback()
  const undone = await until((snapshot) => snapshot.run?.outcome === 'rolled_back')
  expect(undone.run?.cancel?.stage).toBe('verified')
  expect(undone.returned?.text).toBe('2 steps of 60 seconds')
  expect((await stateOf(undone)).values).toEqual(kept.values)
  expect(texts(undone)).toEqual(texts(stopped))
  expect((await runsOf(undone)).map((run) => run.run_id)).toEqual([stopped.run?.run_id])
  expect(second.run?.run_id).not.toBe(stopped.run?.run_id)
})

it('a second tab continues the running answer; a queued message follows it', async () => {
  const first = await chat(null)
  const slow = { assistant_id: 'slow' }
  await first.session.submit({ text: '2 steps of 0.4 seconds' }, slow)
  const queued = await first.session.submit({ text: '1 step of 0 seconds' }, slow)
  expect(queued.ok).toBe(true)
  const second = await chat(first.session.getSnapshot().thread_id)
  // Whether it was watched to its end, or had ended when the tab was opened.
  const done = ({ run }: SessionSnapshot) =>
    queued.ok && run?.run_id === queued.run_id && run.outcome === 'success'
  const [one, two] = await Promise.all([first.until(done), second.until(done)])
  const expected = messagesOf((await stateOf(one)).values).map((item) => messageText(item.content))
  expect(expected.filter((line) => line.startsWith('All done'))).toHaveLength(2)
  expect(texts(one)).toEqual(expected)
  expect(texts(two)).toEqual(expected)
  expect(await runsOf(one)).toHaveLength(2)
})

it('§4.2 rule 3: leaving a bound run cancels it, and that is read, not assumed', async () => {
  const { session, until } = await chat(null)
  await session.submit(
    { text: '2 steps of 60 seconds' },
    { assistant_id: 'slow', onDisconnect: 'cancel' },
  )
  await until(({ conversation }) => conversation.steps.some((step) => step.node === 'work'))
  session.detach()
  expect(session.getSnapshot().run?.outcome).toBe('active')
  expect((await until(ended)).run?.outcome).toBe('stopped')
})

it('shows why a run failed', async () => {
  const { session, until } = await chat(null)
  await session.submit({ text: 'sort these words' }, { assistant_id: 'faulty' })
  const failed = await until(ended)
  expect(failed.run?.outcome).toBe('failed')
  expect(failed.run?.failure?.message).toContain('planned failure')
  expect(failed.conversation.next).toEqual(['sort'])
  const steps = failed.conversation.steps.map(({ node, status }) => `${node} ${status}`)
  expect(steps).toEqual(['collect done', 'sort failed'])
})

it('gives the text back for an assistant that does not exist', async () => {
  const { session } = await chat(null)
  const result = await session.submit({ text: 'Hi' }, { assistant_id: 'nobody' })
  expect(result).toMatchObject({ ok: false, error: { name: 'ApiError' } })
  expect(texts(session.getSnapshot())).toEqual([])
})

it('an edited message and a retried answer are branches that can be switched, each with its own run', async () => {
  const { session, until } = await chat(null)
  await session.submit({ text: 'How do I stop a run?' }, { assistant_id: 'guide' })
  const first = await until(ended)
  const question = first.conversation.messages[0]?.id ?? ''
  const head = first.state?.checkpoint?.checkpoint_id ?? ''

  const point = await session.history.beforeMessage(question, head)
  if (!point.isFound) throw new Error(point.reason)
  const edited = await session.submit(
    { text: 'What is a revision?' },
    { assistant_id: 'guide', checkpoint_id: point.entry.checkpoint_id },
  )
  const second = await until(
    (now) => ended(now) && now.run?.run_id !== first.run?.run_id && now.opening === 'open',
  )
  expect(texts(second)[0]).toBe('What is a revision?')
  expect(texts(second)).not.toContain('How do I stop a run?')
  expect(texts(second)).toEqual(
    messagesOf((await stateOf(second)).values).map((item) => messageText(item.content)),
  )
  await session.history.refresh()
  const branchesAt = (now: SessionSnapshot) =>
    branchesOf(session.history.getSnapshot().entries, shownHead(now)).byMessage
  const own = second.conversation.messages[0]?.id ?? ''
  expect(branchesAt(second).get(own)).toMatchObject({
    ends: [head, expect.any(String)],
    current: 1,
  })

  // Back to the first branch: shown from its checkpoint, its answer belongs to its own run.
  await session.view(head)
  const shownFirst = session.getSnapshot()
  expect(texts(shownFirst)).toEqual(texts(first))
  expect(shownFirst.conversation.messages.at(-1)?.run_id).toBe(first.run?.run_id)
  expect(branchesAt(shownFirst).get(question)?.current).toBe(0)

  // The answer of that branch again: goes on from the checkpoint before it.
  const answer = shownFirst.conversation.messages[1]?.id ?? ''
  const again = await session.history.beforeMessage(answer, head)
  if (!again.isFound) throw new Error(again.reason)
  expect(again.entry.next).toEqual(['agent'])
  await session.submit(
    { input: null },
    { assistant_id: 'guide', checkpoint_id: again.entry.checkpoint_id },
  )
  const runs = [first.run?.run_id, edited.ok ? edited.run_id : '']
  const third = await until((now) => ended(now) && !runs.includes(now.run?.run_id))
  expect(third.viewing).toBeNull()
  expect(texts(third)[0]).toBe('How do I stop a run?')
  expect(third.conversation.messages.at(-1)?.run_id).toBe(third.run?.run_id)
  await session.history.refresh()
  const retried = third.conversation.messages[1]?.id ?? ''
  expect(branchesAt(third).get(retried)).toMatchObject({ current: 1 })
  expect(branchesAt(third).get(retried)?.ends).toHaveLength(2)

  // A reload knows nothing of all this but what the server tells.
  const reopened = await chat(third.thread_id)
  const seen = await reopened.until((now) => now.conversation.messages.at(-1)?.run_id != null)
  expect(texts(seen)).toEqual(texts(third))
  expect(seen.conversation.messages.at(-1)?.run_id).toBe(third.run?.run_id)
})

it('§3 a roll-back is proven by the state, and a changed state is the newest checkpoint', async () => {
  const { session, until } = await chat(null)
  const slow = { assistant_id: 'slow' }
  await session.submit({ text: '1 step of 0 seconds' }, slow)
  const before = await until(ended)
  await session.submit({ text: '2 steps of 60 seconds' }, slow)
  await session.rollback()
  const gone = await until(
    (now) => now.run?.run_id !== before.run?.run_id && now.run?.outcome !== 'active',
  )
  expect(gone.run?.cancel).toMatchObject({ stage: 'verified', proof: 'same' })
  expect(texts(gone)).toEqual(texts(before))

  const values = { messages: [{ type: 'human', content: 'Written by hand' }] }
  await session.updateState({ values, as_node: 'finish' })
  const changed = session.getSnapshot()
  expect(texts(changed).at(-1)).toBe('Written by hand')
  expect(changed.actions.at(-1)).toMatchObject({
    action: 'change state',
    outcome: 'is the newest state',
    verifiedAt: expect.any(Number),
  })
  // Discarding what was written: the checkpoint before it becomes the newest again.
  const head = before.state?.checkpoint?.checkpoint_id ?? ''
  await session.updateState({ values: null, checkpoint_id: head })
  expect(texts(session.getSnapshot())).toEqual(texts(before))
})
