import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setupUser } from '../../../test/helpers/user.ts'
import type { FeedbackStore } from '../../chat/votes/feedback-store.ts'
import type { VoteState } from '../../chat/votes/vote-board.ts'
import type { PanelHost } from '../panel-host.ts'
import { en } from './texts/en.ts'
import { Votes } from './votes.tsx'

const host = { embedKey: 'emb', identity: null, emit() {} } as unknown as PanelHost
const plan = { up: { key: 'user_score', score: 1 }, down: { key: 'user_score', score: 0 } }

function show(run_id: string) {
  const told: unknown[] = []
  const tell = async (_run: string, _plan: unknown, detail: unknown) => {
    told.push(detail)
    return true
  }
  render(
    <Votes
      texts={en}
      host={host}
      run_id={run_id}
      plan={plan as never}
      vote={{ direction: 'down', status: 'saved', detail: {} } as unknown as VoteState}
      feedback={{ tell } as unknown as FeedbackStore}
      extra={null}
    />,
  )
  return { user: setupUser(), told }
}

it('33: a comment in the making is there after a reload, at its answer, until it is sent', async () => {
  const box = () => screen.getByPlaceholderText(en.comment)
  const first = show('one')
  await first.user.type(box(), 'Too')
  cleanup()
  show('two')
  expect(box()).toHaveValue('')
  cleanup()
  const { user, told } = show('one')
  await user.type(box(), ' long{Enter}')
  expect(told).toEqual([{ comment: 'Too long' }])
  expect(sessionStorage).toHaveLength(0)
  // The form goes: the focus is beside it.
  expect(screen.getByRole('button', { name: en.good })).toHaveFocus()
})
