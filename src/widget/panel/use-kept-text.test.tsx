import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { answerTo, givenFor, takeAnswers, useKeptText } from './use-kept-text.ts'

beforeEach(() => sessionStorage.clear())

const user = (user_id: string) => ({ user_id, issued_at: 0, signature: '' }) as never
const open = (embedKey: string, identity: never | null = null, what?: string) =>
  renderHook((who) => useKeptText(who, what), { initialProps: { embedKey, identity } })

it('33: what was written outlasts the page, in its embed and for its user alone', () => {
  const first = open('emb_a', user('ann')).result
  act(() => first.current[1]('half a thought'))
  expect(open('emb_a', user('ann')).result.current[0]).toBe('half a thought')
  expect(open('emb_a', user('ben')).result.current[0]).toBe('')
  expect(open('emb_a').result.current[0]).toBe('')
  expect(open('emb_b', user('ann')).result.current[0]).toBe('')
  act(() => first.current[1](''))
  expect(sessionStorage).toHaveLength(0)
})

it('33: what was written before the page said who it is stands behind what they had written', () => {
  const before = open('emb_a', user('ann')).result
  act(() => before.current[1]('From before.'))
  const text = open('emb_a')
  act(() => text.result.current[1]('Just now'))
  text.rerender({ embedKey: 'emb_a', identity: user('ann') })
  expect(text.result.current[0]).toBe('From before.\nJust now')
  expect(open('emb_a', user('ann')).result.current[0]).toBe('From before.\nJust now')
  expect(open('emb_a').result.current[0]).toBe('')
})

it('33: an answer in the making is taken once, for its user and its question', () => {
  const who = { embedKey: 'emb_a', identity: user('ann') }
  const answer = open('emb_a', who.identity, answerTo('t1', 'q1'))
  act(() => answer.result.current[1]('The one of May'))
  answer.unmount()
  expect(takeAnswers({ ...who, identity: null }, 't1')).toEqual([])
  expect(takeAnswers(who, 't')).toEqual([])
  expect(takeAnswers(who, 't1')).toEqual(['The one of May'])
  expect(takeAnswers(who, 't1')).toEqual([])
})

it('33: of the answers in the making those to questions that still stand stay, and no decision of one that is gone', () => {
  const who = { embedKey: 'emb_a', identity: user('ann') }
  const names = ['q1', 'q2'].map((id) => answerTo('t1', id))
  for (const name of names.flatMap((one) => [one, givenFor(one)])) {
    const kept = open('emb_a', who.identity, name)
    act(() => kept.result.current[1](`"${name}"`))
    kept.unmount()
  }
  expect(takeAnswers(who, 't1', names.slice(1))).toEqual([`"${names[0]}"`])
  expect(sessionStorage).toHaveLength(2)
  takeAnswers(who, 't1')
  expect(sessionStorage).toHaveLength(0)
})

it('38.3: what was forgotten is not kept again when a message is answered after that', async () => {
  const forgotten = new AbortController()
  const who = { embedKey: 'emb_a', identity: null, forgotten: forgotten.signal }
  const { result } = renderHook(() => useKeptText(who))
  let answer = () => {}
  const [, , keepWhile] = result.current
  const sending = keepWhile(
    'sent',
    new Promise<void>((resolve) => {
      answer = resolve
    }),
  )
  act(() => result.current[1]('written meanwhile'))
  forgotten.abort()
  sessionStorage.clear()
  answer()
  await sending
  expect(sessionStorage).toHaveLength(0)
})

it('can be written where the tab keeps nothing', () => {
  const closed = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('closed')
  })
  onTestFinished(() => closed.mockRestore())
  const text = open('emb_a').result
  act(() => text.current[1]('half'))
  expect(text.current[0]).toBe('half')
})
