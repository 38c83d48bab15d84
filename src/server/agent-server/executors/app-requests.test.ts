import { expect, it } from 'vitest'
import type { ParentMessage } from '../../executor/protocol/messages.ts'
import { OwnKeys } from '../own-requests/own-keys.ts'
import { AppRequests } from './app-requests.ts'
import { GivenWork } from './given-work.ts'

const request = { url: 'http://agent.test/info', method: 'GET', headers: [] }
const passed = { origin: 'http://agent.test', withheld: [], isSame: () => true, user: null }

/** A request that the app may pass on, as it was sent. */
function asking(signal = new AbortController().signal) {
  const sent: ParentMessage[] = []
  const keys = new OwnKeys()
  const app = new AppRequests((message) => sent.push(message), new GivenWork(), keys)
  const answer = app.ask(request, passed, { body: null, signal }, () => {})
  const [message] = sent
  if (message?.kind !== 'app-request') throw new Error('Nothing was sent.')
  const { id, pass_token = '' } = message
  return { app, answer, id, canPass: () => keys.findPassed(pass_token) === passed }
}

it('a request may be passed on until it is answered', async () => {
  const { app, answer, id, canPass } = asking()
  app.receive({ kind: 'app-head', id, status: 200, headers: [], has_body: true })
  const text = answer.then((response) => response.text())
  expect(canPass()).toBe(true)
  app.receive({ kind: 'app-chunk', id, chunk: null })
  expect([canPass(), await text]).toEqual([false, ''])
})

it('and until its client has left, or its process is gone', async () => {
  const client = new AbortController()
  const left = asking(client.signal)
  client.abort()
  expect(left.canPass()).toBe(false)
  await expect(left.answer).rejects.toThrow('The client has left.')
  const gone = asking()
  gone.app.failAll('The process has ended.')
  expect(gone.canPass()).toBe(false)
  await expect(gone.answer).rejects.toThrow('The process has ended.')
})

it('one that is not the agent server’s cannot be', () => {
  const sent: ParentMessage[] = []
  const app = new AppRequests((message) => sent.push(message), new GivenWork(), new OwnKeys())
  const signal = new AbortController().signal
  const answer = app.ask(request, null, { body: null, signal }, () => {})
  expect(sent[0]).not.toHaveProperty('pass_token')
  app.failAll('The process has ended.')
  return expect(answer).rejects.toThrow('The process has ended.')
})
