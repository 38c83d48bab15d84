import { cleanup, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { routes } from '../../../src/console/router.tsx'
import { readAhead } from '../../../src/console/shell/page/read-ahead.ts'
import { createQueryClient } from '../../../src/console/shell/query-client.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

const password = 'the first password'
const realFetch = globalThis.fetch
let stack: DomStack
let cookie = ''
/** What the page itself reads of the gateway, and how it was answered. */
let asked: string[] = []

beforeAll(() => {
  // A DOM without a browser keeps no cookies of another origin: this keeps the session's.
  globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    if (cookie) headers.set('cookie', cookie)
    const response = await realFetch(input, { ...init, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const [, path] = /\/gateway\/(users|tokens|audit|stack)\b/.exec(String(input)) ?? []
    if (path && (init?.method ?? 'GET') === 'GET') asked.push(`${path} ${response.status}`)
    return response
  }
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  delete document.documentElement.dataset.frame
  cookie = ''
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await stack?.close()
})

async function post(path: string, body: object) {
  const response = await fetch(stack.url + path, { method: 'POST', body: JSON.stringify(body) })
  expect(response.ok).toBe(true)
}

/** What is asked for before a page is drawn, where the browser knows of somebody, as of last time. */
async function askedAhead(path: string) {
  asked = []
  document.documentElement.dataset.frame = ''
  const queryClient = createQueryClient()
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  await waitFor(() => expect(router.state.initialized).toBe(true))
  await readAhead(queryClient, router, { baseUrl: stack.url }, 'local')
  router.dispose()
  return { queryClient, first: asked.slice() }
}

const pages = ['users', 'tokens', 'audit', 'stack']

async function askedByAll() {
  const all: string[] = []
  for (const page of pages) all.push(...(await askedAhead(`/settings/${page}`)).first)
  return all
}

it('where people sign in, each page asks ahead what the role of who looks may read', async () => {
  stack = await startDomStack({ password })
  expect(await askedByAll()).toEqual([])
  await post('/gateway/session', { password })
  expect(await askedByAll()).toEqual(['users 200', 'tokens 200', 'audit 200', 'stack 200'])
  const lower = { reviewer: [], viewer: [], operator: ['stack 200'] }
  for (const role of Object.keys(lower))
    await post('/gateway/users', { name: role, role, password })
  for (const [name, may] of Object.entries(lower)) {
    cookie = ''
    await post('/gateway/session', { name, password })
    expect(await askedByAll(), name).toEqual(may)
  }
})

it('the page finds what was asked ahead, filtered as its address says', async () => {
  await post('/gateway/session', { password })
  const shown = { users: 'admin', 'audit?days=7&user=admin': 'Create user' }
  for (const [page, words] of Object.entries(shown)) {
    const path = `/settings/${page}`
    vi.setSystemTime('2026-03-01T12:00:10Z')
    const { queryClient, first } = await askedAhead(path)
    expect(first).toHaveLength(1)
    vi.setSystemTime('2026-03-01T12:00:11Z')
    renderConsole(stack, path, 'local', queryClient)
    await screen.findAllByText(words)
    expect(asked).toEqual(first)
    cleanup()
  }
})

it('where nobody signs in, there are no users and no tokens to ask for', async () => {
  stack = await startDomStack()
  expect(await askedByAll()).toEqual(['audit 200', 'stack 200'])
})
