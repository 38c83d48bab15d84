import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setupUser } from '../../../../test/helpers/user.ts'
import type { SessionSnapshot } from '../../../chat/session/session-types.ts'
import type { PanelHost } from '../../panel-host.ts'
import { de } from '../texts/de.ts'
import { en } from '../texts/en.ts'
import { takeAnswers } from '../use-kept-text.ts'
import { Questions } from './questions.tsx'

/** What a visitor sees of a question, and what its answers send. */
function ask(value: unknown, beside: object = {}, texts = en) {
  const answers: unknown[] = []
  let focusLost = 0
  const snapshot = { conversation: { interrupts: [{ id: 'q1', value, ...beside }] } }
  render(
    <Questions
      host={{ embedKey: 'emb', identity: null } as PanelHost}
      texts={texts}
      onSubmit={async (work) => {
        answers.push('command' in work && work.command.resume)
        return true
      }}
      snapshot={snapshot as unknown as SessionSnapshot}
      onFocusLost={() => {
        focusLost += 1
      }}
    />,
  )
  return { user: setupUser(), answers, focusLost: () => focusLost }
}

const review = (allowed_decisions: string[]) => ({
  action_requests: [{ name: 'send_mail', args: { body: 'Dear Ana,\n\nyour order' } }],
  review_configs: [{ action_name: 'send_mail', allowed_decisions }],
})

it('words decide nothing: there is a box for them only where they are an answer (C3)', async () => {
  const { user, answers } = ask(review(['approve', 'edit', 'reject']))
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(answers).toEqual([{ decisions: [{ type: 'approve' }] }])
})

it('where the agent wants to hear something, words are sent as that', async () => {
  const { user, answers } = ask(review(['approve', 'respond']))
  await user.type(
    screen.getByRole('textbox', { name: 'Your answer' }),
    'Yes, please send it{Enter}',
  )
  expect(answers).toEqual([{ decisions: [{ type: 'respond', message: 'Yes, please send it' }] }])
})

it('33: what a question tells beside its words is there to be read before it is answered', () => {
  ask({ type: 'choice', question: 'Refund it?', order: 4411, options: ['All', 'Half'], note: null })
  expect(screen.getByText('Refund it?')).toBeVisible()
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['order', 'options'])
  expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([
    '4411',
    '["All","Half"]',
  ])
})

it('arguments are shown with their lines (C8)', () => {
  ask(review(['approve']))
  const shown = screen.getByText(/your order/)
  expect(shown.textContent).toBe('Dear Ana,\n\nyour order')
  expect(shown).toHaveClass('whitespace-pre-wrap')
})

it('texts within other arguments have their lines too (C8)', () => {
  ask({
    action_requests: [
      {
        name: 'send_mail',
        args: {
          mail: { to: 'ana', body: 'Dear Ana,\n\nyour order' },
          notes: ['a\nb', 2],
          ids: [1, 2],
        },
      },
    ],
    review_configs: [{ action_name: 'send_mail', allowed_decisions: ['approve'] }],
  })
  const told = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(told).toEqual(['to: ana\nbody: Dear Ana,\n  \n  your order', '– a\n  b\n– 2', '[1,2]'])
})

it('33: what is written in answer is there after a reload, until it is sent', async () => {
  const first = ask('Which order?')
  await first.user.type(screen.getByRole('textbox', { name: 'Your answer' }), 'The one of')
  cleanup()
  const second = ask('Which order?')
  await second.user.type(screen.getByRole('textbox', { name: 'Your answer' }), ' May{Enter}')
  expect(second.answers).toEqual(['The one of May'])
  expect(sessionStorage).toHaveLength(0)
})

const two = {
  action_requests: ['refund', 'mail'].map((name) => ({ name, args: {} })),
  review_configs: ['refund', 'mail'].map((action_name) => ({
    action_name,
    allowed_decisions: ['approve', 'reject'],
  })),
}

it('33: the second of two quick clicks approves nothing that has only just appeared', async () => {
  const { user, answers } = ask(two)
  await user.dblClick(screen.getByRole('button', { name: 'Approve' }))
  expect(answers).toEqual([])
  screen.getByRole('heading', { name: 'Needs your approval (2/2)' })
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(answers).toEqual([{ decisions: [{ type: 'approve' }, { type: 'approve' }] }])
})

it('33: by keyboard the next action is come to before it is answered, and nothing of it is left to the page', async () => {
  const { user, answers, focusLost } = ask(two)
  screen.getByRole('button', { name: 'Approve' }).focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('region', { name: 'Needs your approval (2/2)' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(answers).toEqual([])
  await user.keyboard('{Tab}{Enter}')
  expect(answers).toHaveLength(1)
  expect(focusLost()).toBe(0)
  cleanup()
  expect(focusLost()).toBe(1)
})

it('33: what was decided first is there after a reload, and can be gone back to', async () => {
  const before = ask(two)
  await before.user.click(screen.getByRole('button', { name: 'Reject' }))
  cleanup()
  const { user, answers } = ask(two)
  screen.getByRole('heading', { name: 'Needs your approval (2/2)' })
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(answers).toEqual([{ decisions: [{ type: 'reject' }, { type: 'approve' }] }])
  expect(sessionStorage).toHaveLength(0)
  cleanup()
  const third = ask(two)
  await third.user.click(screen.getByRole('button', { name: 'Reject' }))
  await third.user.click(screen.getByRole('button', { name: 'Back' }))
  screen.getByRole('heading', { name: 'Needs your approval (1/2)' })
  expect(sessionStorage).toHaveLength(0)
})

const refund = {
  type: 'object',
  required: ['order', 'count', 'way'],
  properties: {
    order: { type: 'string', title: 'Order', minLength: 3, description: 'It stands on the bill.' },
    count: { type: 'integer', title: 'Pieces', minimum: 1, maximum: 9 },
    way: { enum: ['Money', 'Voucher'], title: 'As what' },
    isBroken: { type: 'boolean', title: 'Broken' },
    price: { type: ['number', 'null'], title: 'Price' },
    story: { type: 'string', title: 'What happened', maxLength: 500 },
  },
}

it('33: a question that says of what its answer consists has a form, whose answer is of that shape', async () => {
  const { user, answers } = ask({ question: 'What is to be refunded?', schema: refund })
  const order = await screen.findByRole('textbox', { name: 'Order' })
  expect(screen.getByText('What is to be refunded?')).toBeVisible()
  expect(screen.queryByText(/properties/)).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull()
  expect(order).toBeRequired()
  expect(order).toHaveAccessibleDescription('It stands on the bill.')
  expect(screen.getByRole('textbox', { name: 'What happened' }).tagName).toBe('TEXTAREA')
  await user.type(order, 'A-17')
  await user.type(screen.getByRole('textbox', { name: 'Pieces' }), '2')
  await user.selectOptions(screen.getByRole('combobox', { name: 'As what' }), 'Voucher')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Broken' }), 'Yes')
  await user.type(screen.getByRole('textbox', { name: 'Price' }), '12.50{Enter}')
  expect(answers).toEqual([
    { order: 'A-17', count: 2, way: 'Voucher', isBroken: true, price: 12.5 },
  ])
  expect(sessionStorage).toHaveLength(0)
})

it('33: what a form lacks or has wrong is told there in the language of the chat, and nothing is sent', async () => {
  const { user, answers } = ask('Was?', { response_schema: refund }, de)
  const order = await screen.findByRole('textbox', { name: 'Order' })
  const count = screen.getByRole('textbox', { name: 'Pieces' })
  await user.type(count, '2.5')
  await user.click(screen.getByRole('button', { name: 'Senden' }))
  expect(order).toHaveFocus()
  expect(order).toBeInvalid()
  expect(order).toHaveAccessibleDescription('Bitte ausfüllen. It stands on the bill.')
  expect(count).toHaveAccessibleDescription('Schreiben Sie eine ganze Zahl.')
  expect(screen.getByRole('combobox', { name: 'As what' })).toBeInvalid()
  await user.type(order, 'A')
  expect(order).toBeValid()
  await user.clear(count)
  await user.type(count, '12{Enter}')
  expect(order).toHaveAccessibleDescription('Mindestens 3 Zeichen. It stands on the bill.')
  expect(count).toHaveAccessibleDescription('Höchstens 9.')
  expect(answers).toEqual([])
  sessionStorage.clear()
})

it('33: what is written into a form is there after a reload, and goes on in the box when its conversation is gone', async () => {
  const first = ask({ question: 'What?', schema: refund })
  await first.user.type(await screen.findByRole('textbox', { name: 'Order' }), 'A-17')
  await first.user.selectOptions(screen.getByRole('combobox', { name: 'As what' }), 'Money')
  cleanup()
  ask({ question: 'What?', schema: refund })
  expect(await screen.findByRole('textbox', { name: 'Order' })).toHaveValue('A-17')
  expect(screen.getByRole('combobox', { name: 'As what' })).toHaveValue('Money')
  const who = { embedKey: 'emb', identity: null }
  expect(takeAnswers(who, 'undefined')).toEqual(['order: A-17', 'way: Money'])
  expect(sessionStorage).toHaveLength(0)
})

it('33: a question whose answer is more than a plain form holds is shown as it is, and answered in words', async () => {
  const schema = { type: 'object', properties: { lines: { type: 'array' } } }
  const { user, answers } = ask({ question: 'What?', schema })
  await user.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'All{Enter}')
  expect(screen.getByText(/properties/)).toBeVisible()
  expect(answers).toEqual(['All'])
})
