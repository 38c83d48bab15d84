// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { readDraft, writeDraft } from '../draft-store.ts'
import { beginThread, takeDue } from './begin-thread.ts'

beforeEach(() => sessionStorage.clear())
const guide = { assistant_id: 'a1', name: 'guide' }

it('a message is left for a new thread with its assistant, and is due once', () => {
  expect(beginThread('new-d1', 'Hi', guide)).toBe(true)
  expect(readDraft('new-d1')).toBe('Hi')
  expect(JSON.parse(readDraft('choices.new-d1'))).toMatchObject({ assistant: guide })
  expect([takeDue('new-d1'), takeDue('new-d1')]).toEqual([true, false])
})

it('what was begun there before is kept, and nothing is sent for anybody', () => {
  writeDraft('new-d1', 'Half a')
  expect(beginThread('new-d1', 'Hi', guide)).toBe(true)
  expect(readDraft('new-d1')).toBe('Half a\nHi')
  expect(takeDue('new-d1')).toBe(false)
})

it('says so where nothing can be kept', () => {
  const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked')
  })
  expect(beginThread('new-d1', 'Hi', guide)).toBe(false)
  blocked.mockRestore()
})
