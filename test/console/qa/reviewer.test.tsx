import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Session } from '../../../src/contract/qa/sessions.ts'
import type { Suite } from '../../../src/contract/qa/suites.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

const password = 'the first password'
const realFetch = globalThis.fetch
let stack: DomStack
let cookie = ''
/** What was refused. */
let refused: string[] = []
let session: Session
let tagged: Session

const post = async <Answer,>(path: string, body: object) => {
  const response = await fetch(stack.url + path, { method: 'POST', body: JSON.stringify(body) })
  return (await response.json()) as Answer
}
const get = async <Answer,>(path: string) =>
  (await (await fetch(stack.url + path)).json()) as Answer

async function signIn(path: string, name: string) {
  cleanup()
  cookie = ''
  const view = renderConsole(stack, path)
  const secret = await screen.findByLabelText('Password')
  await view.user.type(screen.getByRole('textbox'), name)
  await view.user.type(secret, password)
  refused = []
  await view.user.click(screen.getByRole('button', { name: 'Sign in' }))
  return view
}

beforeAll(async () => {
  stack = await startDomStack({ password, withExamples: true })
  // A DOM without a browser keeps no cookies of another origin: this keeps the session's.
  globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    if (cookie) headers.set('cookie', cookie)
    const response = await realFetch(input, { ...init, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const { pathname } = new URL(response.url)
    if (response.status === 403) refused.push(pathname)
    return response
  }
  await post('/gateway/session', { password })
  await post('/gateway/users', { name: 'rob', role: 'reviewer', password })
  await post('/gateway/users', { name: 'vera', role: 'viewer', password })
  const { resources } = await get<{ resources: Deployment[] }>(
    '/gateway/connections/local/control-plane/v2/deployments',
  )
  const [deployment] = resources
  if (!deployment) throw new Error('The examples are not deployed.')
  await stack.settled(deployment.id, deployment.latest_revision_id)
  const turns = [{ do: 'send' as const, text: 'Where is order 4411?' }]
  const { suite_id } = await post<Suite>('/gateway/qa/suites', {
    name: 'Orders',
    cases: [
      { key: 'where', turns },
      { key: 'why', turns, tags: ['late'] },
    ],
  })
  const target = { connection_id: 'local', deployment_id: deployment.id, assistant_id: 'faulty' }
  const asked = { suite_id, targets: [target], reviewers: ['rob', 'vera'] }
  session = await post('/gateway/qa/sessions', { ...asked, name: 'For rob' })
  tagged = await post('/gateway/qa/sessions', { ...asked, name: 'Late ones', tags: ['late'] })
  await post('/gateway/qa/sessions', { ...asked, name: 'Not for rob', reviewers: ['vera'] })
  const all = async () => (await get<Session[]>('/gateway/qa/sessions')).map(({ status }) => status)
  await waitFor(async () => expect(await all()).toEqual(['done', 'done', 'done']), {
    interval: 100,
  })
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await stack?.close()
})

it('a reviewer begins at the sessions that name them, and judges', async () => {
  const { user, router } = await signIn('/', 'rob')
  const table = await screen.findByRole('table', { name: 'QA sessions' })
  expect(within(table).queryByText('Not for rob')).toBeNull()
  const side = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(side.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'QA sessions',
    'Settings',
  ])
  expect(screen.queryByRole('link', { name: 'New session' })).toBeNull()

  // The first case of a session need not be the first of its suite.
  const late = within(table).getByText('Late ones').closest('tr')
  if (!late) throw new Error('The session has no row.')
  expect(late).toHaveTextContent('0 of 1')
  await user.click(within(late).getByRole('link', { name: 'Review' }))
  await screen.findByRole('heading', { level: 1, name: /why/ })
  expect(router.state.location.pathname).toBe(`/qa/sessions/${tagged.session_id}/review/1`)
  await user.keyboard('1')
  await screen.findByRole('heading', { level: 1, name: 'The only case is judged' })
  expect(refused).toEqual([])

  await user.click(screen.getByRole('link', { name: 'Session' }))
  await screen.findByRole('heading', { level: 1, name: 'Late ones' })
  await screen.findByText('You judge this session')
  expect(screen.queryByRole('button', { name: 'More about this session' })).toBeNull()
  await user.hover(screen.getByRole('link', { name: 'Results' }))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('shown once it is closed')
  expect(refused).toEqual([])
})

it('tells a reviewer in a sentence that a page is not for them, and asks nothing of it', async () => {
  const { user, router } = await signIn('/deployments', 'rob')
  await screen.findByRole('heading', { level: 1, name: 'Not for your role' })
  expect(screen.getByRole('alert')).toHaveTextContent('you see the sessions that name you')
  for (const path of ['/runs', '/qa/suites', '/settings/users', '/deployments/x/threads/y']) {
    await router.navigate(path)
    await screen.findByRole('heading', { level: 1, name: 'Not for your role' })
  }
  expect(refused).toEqual([])
  await user.keyboard('{Control>}k{/Control}')
  const found = await screen.findByRole('dialog', { name: 'Go to…' })
  const names = within(found)
    .getAllByRole('option')
    .map((option) => option.textContent)
  expect(names).toEqual(expect.arrayContaining(['Go to QA sessions', 'Go to settings']))
  expect(names.join()).not.toMatch(/deployment|connection|runs|embed/i)
  await user.keyboard('{Escape}')
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'QA sessions' }))
  await screen.findByRole('table', { name: 'QA sessions' })
})

it('shows a reviewer what a closed session came to, without ways to what they may not open', async () => {
  cleanup()
  cookie = ''
  await post('/gateway/session', { password })
  await post(`/gateway/qa/sessions/${session.session_id}/actions/close`, {})
  await signIn(`/qa/sessions/${session.session_id}/results`, 'rob')
  await screen.findByRole('heading', { level: 1, name: 'For rob' })
  await screen.findByText('0 of 2 cases pass')
  cleanup()
  renderConsole(stack, `/qa/sessions/${session.session_id}`)
  const targets = await screen.findByRole('list', { name: 'Targets' })
  expect(targets).toHaveTextContent('revision')
  expect(within(targets).queryByRole('link')).toBeNull()
  expect(refused).toEqual([])
})

it('lets a viewer judge who is named', async () => {
  const { user } = await signIn(`/qa/sessions/${tagged.session_id}/review/1`, 'vera')
  await screen.findByRole('heading', { level: 1, name: /why/ })
  await user.keyboard('2')
  await screen.findByRole('heading', { level: 1, name: 'The only case is judged' })
  expect(refused).toEqual([])
})

it('33: what somebody has written and not sent is theirs: who signs in next at the same tab does not find it', async () => {
  cleanup()
  cookie = ''
  await post('/gateway/session', { password })
  for (const name of ['ann', 'ben']) {
    await post('/gateway/users', { name, role: 'operator', password })
  }
  const { targets } = await get<Session>(`/gateway/qa/sessions/${session.session_id}`)
  const path = `/deployments/${targets[0]?.deployment_id}/threads/new`
  const boxOf = async (name: string) => {
    const view = await signIn(path, name)
    return { ...view, box: await screen.findByRole('textbox', { name: /^Message/ }) }
  }
  const ann = await boxOf('ann')
  await ann.user.type(ann.box, 'half a thought')
  expect((await boxOf('ann')).box).toHaveValue('half a thought')
  expect((await boxOf('ben')).box).toHaveValue('')
  expect((await boxOf('ann')).box).toHaveValue('')
})
