import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import type { Suite, SuiteSummary } from '../../../src/contract/qa/suites.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

let bench: AgentBench
beforeAll(async () => {
  bench = await openAgentBench()
})
afterAll(() => bench?.close())

const suites = () => bench.stack.json<SuiteSummary[]>('GET', '/gateway/qa/suites')
const read = (id: string) => bench.stack.json<Suite>('GET', `/gateway/qa/suites/${id}`)
const deploymentId = () => bench.pages.split('/').at(-1)

/** A thread with an answer; its states, newest first. */
async function talked() {
  const id = await bench.thread('A past')
  await bench.wait(id, 'talk', said('alpha'))
  return { id, states: await bench.agent<ThreadState[]>('GET', `/threads/${id}/history`) }
}

it('makes a case that begins as a thread was at a checkpoint of its history', async () => {
  const { id, states } = await talked()
  const { user } = renderConsole(bench.stack, `${bench.pages}/threads/${id}?inspector=history`)
  const list = within(await screen.findByRole('list', { name: 'Checkpoints' }))
  const [newest] = list.getAllByRole('button', { expanded: false })
  if (!newest) throw new Error('There is no checkpoint.')
  await user.click(newest)
  await user.click(await list.findByRole('button', { name: 'Make a case' }))
  const form = within(await screen.findByRole('dialog', { name: 'Make a case' }))
  form.getByRole('checkbox', { name: 'Begin as the thread was at this checkpoint (2 messages)' })
  await user.type(await form.findByRole('textbox', { name: 'Name of the new suite' }), 'Later')
  await user.type(form.getByRole('textbox', { name: 'What the user says' }), 'And then?')
  await user.click(form.getByRole('button', { name: 'Make case' }))
  await waitFor(async () => expect((await suites()).map(({ name }) => name)).toContain('Later'))
  const made = (await suites()).find(({ name }) => name === 'Later')
  const { cases } = await read(made?.suite_id ?? '')
  expect(cases).toMatchObject([
    {
      key: 'and-then',
      turns: [{ do: 'send', text: 'And then?' }],
      start: { kind: 'state', values: states[0]?.values },
      origin: {
        connection_id: 'local',
        deployment_id: deploymentId(),
        thread_id: id,
        run_id: states[0]?.metadata?.run_id,
        checkpoint_id: states[0]?.checkpoint?.checkpoint_id,
      },
    },
  ])
})

it('copies the state of a thread into a case, and says when its checkpoint is gone', async () => {
  const { id, states } = await talked()
  const suite = await bench.stack.json<Suite>('POST', '/gateway/qa/suites', {
    name: 'Begins elsewhere',
    cases: [
      {
        key: 'first',
        turns: [{ do: 'send', text: 'Go on' }],
        origin: { connection_id: 'local', deployment_id: deploymentId() },
      },
    ],
  })
  const { user } = renderConsole(bench.stack, `/qa/suites/${suite.suite_id}?case=first`)
  await user.click(await screen.findByRole('button', { name: /^Start: / }))
  await user.click(screen.getByRole('menuitem', { name: /the state of a thread at a checkpoint/ }))
  const form = within(await screen.findByRole('dialog', { name: /^Start with the state/ }))
  await form.findByRole('button', { name: 'Deployment: agent' })
  const thread = form.getByRole('textbox', { name: 'Thread' })
  const checkpoint = form.getByRole('textbox', { name: 'Checkpoint' })
  await user.type(thread, id)
  await user.type(checkpoint, '00000000-0000-4000-8000-000000000000')
  await user.click(form.getByRole('button', { name: 'Copy the state' }))
  expect(await form.findByRole('alert')).toHaveTextContent(/checkpoint|not found/i)
  // Nothing that was typed is lost, and the case is what it was.
  expect(thread).toHaveValue(id)

  const oldest = states.at(-1)
  await user.clear(checkpoint)
  await user.type(checkpoint, oldest?.checkpoint?.checkpoint_id ?? '')
  await user.click(form.getByRole('button', { name: 'Copy the state' }))
  await screen.findByRole('textbox', { name: 'State as JSON' })
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(async () =>
    expect((await read(suite.suite_id)).cases).toMatchObject([
      {
        start: { kind: 'state', values: oldest?.values },
        origin: { thread_id: id, checkpoint_id: oldest?.checkpoint?.checkpoint_id },
      },
    ]),
  )
})
