import { act, renderHook } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useKeptText } from './use-kept-text.ts'

const user = (user_id: string) => ({ user_id, issued_at: 0, signature: '' }) as never
const open = (embedKey: string, identity: never | null = null) =>
  renderHook(() => useKeptText({ embedKey, identity })).result

it('33: what was written outlasts the page, in its embed and for its user alone', () => {
  const first = open('emb_a', user('ann'))
  act(() => first.current[1]('half a thought'))
  expect(open('emb_a', user('ann')).current[0]).toBe('half a thought')
  expect(open('emb_a', user('ben')).current[0]).toBe('')
  expect(open('emb_a').current[0]).toBe('')
  expect(open('emb_b', user('ann')).current[0]).toBe('')
  act(() => first.current[1](''))
  expect(sessionStorage).toHaveLength(0)
})

it('can be written where the tab keeps nothing', () => {
  const closed = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('closed')
  })
  onTestFinished(() => closed.mockRestore())
  const text = open('emb_a')
  act(() => text.current[1]('half'))
  expect(text.current[0]).toBe('half')
})
