import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Session } from '../../../src/contract/qa/sessions.ts'
import type { Suite } from '../../../src/contract/qa/suites.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

/** Where nobody signs in under a name. A DOM without pages keeps no cookie: the one that it is given is sent here. */
let stack: DomStack
let session: Session
const realFetch = globalThis.fetch
let cookie = ''
beforeAll(async () => {
  globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    if (cookie) headers.set('cookie', cookie)
    const response = await realFetch(input, { ...init, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  stack = await startDomStack({ withExamples: true })
  const { resources } = await stack.json<{ resources: Deployment[] }>(
    'GET',
    '/api-host/v2/deployments',
  )
  const [deployment] = resources
  if (!deployment) throw new Error('The examples are not deployed.')
  await stack.settled(deployment.id, deployment.latest_revision_id)
  const { suite_id } = await stack.json<Suite>('POST', '/gateway/qa/suites', {
    name: 'Orders',
    cases: [{ key: 'where', turns: [{ do: 'send', text: 'Where is order 4411?' }] }],
  })
  const target = (assistant_id: string) => ({
    connection_id: 'local',
    deployment_id: deployment.id,
    assistant_id,
  })
  session = await stack.json<Session>('POST', '/gateway/qa/sessions', {
    suite_id,
    targets: [target('approval'), target('faulty')],
    is_blind: true,
    reviewers: ['Ines', 'Tomas'],
  })
  const status = async () =>
    (await stack.json<Session>('GET', `/gateway/qa/sessions/${session.session_id}`)).status
  await waitFor(async () => expect(await status()).toBe('done'), { interval: 100 })
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await stack?.close()
})

it('33.3.7: reviewers are chosen from a list, or typed, without a password', async () => {
  const { user } = renderConsole(stack, '/qa/sessions/new')
  const known = within(await screen.findByRole('group', { name: 'Known reviewers' }))
  const field = screen.getByRole('textbox', { name: 'Reviewers' })
  expect(field).toHaveAccessibleDescription(/Nobody needs to sign in/)
  await user.click(known.getByRole('button', { name: 'tomas' }))
  await user.type(field, ', Vera')
  expect(field).toHaveValue('tomas, Vera')
  await user.click(known.getByRole('button', { name: 'ines' }))
  expect(field).toHaveValue('tomas, vera, ines')
  await user.click(known.getByRole('button', { name: 'tomas' }))
  expect(field).toHaveValue('vera, ines')
})

it('33.3.7: who judges says who they are, and judges blind under that name', async () => {
  const { user, unmount } = renderConsole(stack, `/qa/sessions/${session.session_id}`)
  const review = () => screen.findByRole('link', { name: 'Review' })
  expect(await review()).toHaveAttribute('aria-disabled', 'true')
  await user.click(await screen.findByRole('button', { name: /^Judge as/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'As ines' }))
  await screen.findByRole('button', { name: 'Judge as: As ines' })
  await waitFor(async () => expect(await review()).not.toHaveAttribute('aria-disabled'))
  await user.click(await review())
  await screen.findByText('Blind until closed')
  await user.keyboard('a')
  await waitFor(async () => {
    const { judged } = (await (
      await fetch(`${stack.url}/gateway/qa/sessions/${session.session_id}`)
    ).json()) as Session
    expect(judged).toBe(1)
  })
  unmount()
})
