import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setupUser } from '../../../test/helpers/user.ts'
import { ApiError } from '../../client/api-error.ts'
import type { Conversations } from './conversations.ts'
import { HistoryView } from './history-view.tsx'
import { en } from './texts/en.ts'

it('33: a list that could not be read can be read again, and the focus stays in its place', async () => {
  const user = setupUser()
  const cut = new ApiError({ endpoint: 'listVisitorThreads', kind: 'network', message: 'Cut.' })
  const at = '2026-11-27T09:00:00Z'
  const thread = { thread_id: 't1', title: 'My order', created_at: at, updated_at: at }
  const answers = [cut, cut, [thread]]
  const list = async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  const conversations = { list } as unknown as Conversations
  render(<HistoryView language="en" texts={en} conversations={conversations} onShow={() => {}} />)
  expect(await screen.findByRole('alert')).toHaveTextContent(en.unreachable)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(document.body).not.toHaveFocus()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /My order/ })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.body).not.toHaveFocus()
})
