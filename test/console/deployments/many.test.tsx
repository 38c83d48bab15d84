import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
let made: Deployment[]
const host = '/api-host/v2/deployments'

beforeAll(async () => {
  stack = await startDomStack()
})
afterAll(() => stack?.close())
beforeEach(async () => {
  for (const { id } of await listed()) await remove(id)
  // Their server is away, so that each rollout ends at once.
  made = []
  for (const name of ['one', 'two', 'three', 'four']) {
    const deployment = await stack.json<Deployment>('POST', host, {
      name,
      source: 'external_docker',
      source_config: { custom_url: `http://127.0.0.1:1/${name}` },
      source_revision_config: {},
      secrets: [],
    })
    await stack.settled(deployment.id, deployment.latest_revision_id)
    made.push(deployment)
  }
})

const listed = async () =>
  (await stack.json<{ resources: Deployment[] }>('GET', host)).resources.filter(
    ({ status }) => status !== 'AWAITING_DELETE',
  )
const remove = (id: string) =>
  fetch(`${stack.url}${host}/${id}`, { method: 'DELETE', headers: { 'x-api-key': stack.apiKey } })
const revisionsOf = async ({ id }: Deployment) =>
  (await stack.json<{ resources: Revision[] }>('GET', `${host}/${id}/revisions`)).resources
const box = (name: string) => screen.findByRole('checkbox', { name: `Choose deployment ${name}` })

it('are chosen by x, a range by Shift, all by the heading, and given up by Esc', async () => {
  const { user } = renderConsole(stack, '/deployments?sort=name')
  await box('four')
  // By name: four, one, three, two.
  screen.getByRole('link', { name: 'four' }).focus()
  await user.keyboard('x')
  const bar = within(await screen.findByRole('toolbar', { name: 'The chosen deployments' }))
  bar.getByText('1 chosen')
  expect(await box('four')).toBeChecked()
  await user.keyboard('{Shift>}')
  await user.click(await box('three'))
  bar.getByText('3 chosen')
  expect(await box('one')).toBeChecked()
  expect(await box('two')).not.toBeChecked()
  // 33.2.7: that was one too many.
  await user.click(await box('one'))
  bar.getByText('2 chosen')
  expect(await box('one')).toBeChecked()
  expect(await box('three')).not.toBeChecked()
  await user.keyboard('{/Shift}')
  const all = screen.getByRole('checkbox', { name: 'Choose all deployments that are shown' })
  expect(all).toBePartiallyChecked()
  await user.click(all)
  bar.getByText('4 chosen')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  expect(await box('one')).not.toBeChecked()
})

it('are deleted after what is to go was typed, and each is told', async () => {
  const { user } = renderConsole(stack, '/deployments')
  for (const name of ['one', 'two']) await user.click(await box(name))
  await user.click(await screen.findByRole('button', { name: 'Delete…' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete 2 deployments?' }))
  question.getByText('one')
  // One of them is gone before it is confirmed.
  await remove(made[1]?.id ?? '')
  await waitFor(async () => expect(await listed()).toHaveLength(3))
  await user.type(
    question.getByRole('textbox', { name: 'Type delete 2 deployments to confirm' }),
    'delete 2 deployments{Enter}',
  )
  const told = within(await screen.findByRole('dialog', { name: '1 deleted, 1 failed' }))
  told.getByText(/not found/i)
  await user.click(told.getByRole('button', { name: 'Done' }))
  expect((await listed()).map(({ name }) => name).sort()).toEqual(['four', 'three'])
})

it('on a server that is marked as production the question names it', async () => {
  await stack.json('PATCH', '/gateway/connections/local', { is_production: true })
  const { user } = renderConsole(stack, '/deployments')
  await user.click(await box('one'))
  await user.click(await screen.findByRole('button', { name: 'Delete…' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete 1 deployment?' }))
  await question.findByText('You are on Local stack, which is marked as production')
  question.getByRole('textbox', { name: 'Type one to confirm' })
  await stack.json('PATCH', '/gateway/connections/local', { is_production: false })
})

it('are redeployed, and what has no previews is told so', async () => {
  const { user } = renderConsole(stack, '/deployments')
  for (const name of ['one', 'two']) await user.click(await box(name))
  await user.click(await screen.findByRole('button', { name: 'Redeploy…' }))
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Redeploy 2 deployments?' }),
  )
  await user.click(question.getByRole('button', { name: 'Redeploy 2 deployments' }))
  const told = within(await screen.findByRole('dialog', { name: '2 started' }))
  expect(told.getAllByText('Rollout started')).toHaveLength(2)
  await user.click(told.getByRole('button', { name: 'Done' }))
  const counts = await Promise.all(made.map(async (one) => (await revisionsOf(one)).length))
  expect(counts).toEqual([2, 2, 1, 1])
  await user.click(screen.getByRole('button', { name: 'Stop previews' }))
  const none = within(await screen.findByRole('dialog', { name: /2 left as they are/ }))
  expect(none.getAllByText('None of its revisions runs without traffic.')).toHaveLength(2)
})
