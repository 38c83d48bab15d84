import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

/** More than a server lists at once, so that the first one stands behind what the shell has read. */
const count = 103
let stack: DomStack
let oldest: Deployment

beforeAll(async () => {
  stack = await startDomStack()
  const make = (name: string) =>
    stack.json<Deployment>('POST', '/api-host/v2/deployments', {
      name,
      source: 'external_docker',
      source_config: { custom_url: `http://127.0.0.1:1/${name}` },
      source_revision_config: {},
      secrets: [],
    })
  oldest = await make('the-very-first')
  for (let number = 1; number < count; number += 1) await make(`agent-${number}`)
})
afterAll(() => stack?.close())

it('of a server that does not search, the side leads to the threads of the one looked at last', async () => {
  const connection = await stack.json<{ id: string }>('POST', '/gateway/connections', {
    name: 'Not tested',
    kind: 'self_hosted',
    base_url: `${stack.url}/api-host`,
    api_key: stack.apiKey,
  })
  const at = `/deployments/${oldest.id}`
  const { user, router } = renderConsole(stack, at, connection.id)
  await screen.findByRole('heading', { level: 1, name: /the-very-first/ })
  const main = within(screen.getByRole('navigation', { name: 'Main' }))
  await user.click(main.getByRole('link', { name: 'Threads' }))
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/deployments/${oldest.id}/threads`),
  )
})

it('the palette offers what can be done with it, and finds the others', async () => {
  const { user } = renderConsole(stack, `/deployments/${oldest.id}`)
  await screen.findByRole('heading', { level: 1, name: /the-very-first/ })
  await user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: 'Go to…' }))
  await palette.findByText('Runs of the-very-first')
  await user.type(palette.getByRole('combobox'), 'agent-77')
  await palette.findByRole('option', { name: 'agent-77' })
  // 33.2.7: what is called so comes before what only begins so or resembles it, also from behind the first hundred.
  await user.clear(palette.getByRole('combobox'))
  await user.type(palette.getByRole('combobox'), 'agent-1')
  await waitFor(() => expect(palette.getAllByRole('option')[0]).toHaveTextContent(/^agent-1$/))
  // By its words, as those that the shell has read, and by its id.
  for (const typed of ['first very', oldest.id]) {
    await user.clear(palette.getByRole('combobox'))
    await user.type(palette.getByRole('combobox'), typed)
    await palette.findByRole('option', { name: 'the-very-first' })
  }
  await user.clear(palette.getByRole('combobox'))
  await user.type(palette.getByRole('combobox'), 'deployments')
  await waitFor(() => expect(palette.getAllByRole('option')[0]).toHaveTextContent('Go to deploy'))
})

it('a choice of deployments asks the server by a part of the name', async () => {
  const { user, router } = renderConsole(stack, '/runs')
  await user.click(await screen.findByRole('button', { name: 'Deployment: All deployments' }))
  const choice = within(await screen.findByRole('dialog', { name: 'Choose a deployment' }))
  await choice.findByText('The first 50. Type to find others.')
  expect(choice.queryByRole('option', { name: 'the-very-first' })).toBeNull()
  await user.type(choice.getByRole('combobox'), 'no-such')
  await choice.findByText('No deployment has “no-such” in its name.')
  await user.clear(choice.getByRole('combobox'))
  await user.type(choice.getByRole('combobox'), 'very')
  await user.click(await choice.findByRole('option', { name: 'the-very-first' }))
  await screen.findByRole('button', { name: 'Deployment: the-very-first' })
  expect(router.state.location.search).toBe(`?deployment=${oldest.id}`)
})
