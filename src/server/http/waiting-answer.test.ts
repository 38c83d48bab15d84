import { expect, it } from 'vitest'
import { waitingAnswer } from './waiting-answer.ts'

const asked = (accept: string, method = 'GET') =>
  new Request('http://127.0.0.1/deployments', { method, headers: { accept } })

it('33.5: a browser that comes while the server starts gets a page that looks again by itself', async () => {
  const answer = waitingAnswer(asked('text/html,application/xhtml+xml'), false)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    503,
    'text/html; charset=utf-8',
  ])
  const page = await answer.text()
  expect(page).toContain('The server is starting. This page goes on by itself.')
  expect(page).toContain('http-equiv="refresh"')
  expect(page).not.toContain('<script')
})

it('one that stops does not send anybody back to it', async () => {
  const page = await waitingAnswer(asked('text/html'), true).text()
  expect(page).toContain('The server is stopping.')
  expect(page).not.toContain('refresh')
})

it.each([asked('application/json'), asked('*/*'), asked('text/html', 'POST')])(
  'a program gets the words alone',
  async (request) => {
    const answer = waitingAnswer(request, false)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { detail: 'The server is starting.' },
    ])
  },
)
