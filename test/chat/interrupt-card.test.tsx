import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { InterruptCard } from '../../src/chat/interrupts/interrupt-card.tsx'

beforeEach(() => sessionStorage.clear())

const mail = {
  to: 'ana@example.com',
  body: 'Dear Ana,\nthe lamp is on its way.',
  copies: 2,
  tags: ['x'],
}
const review = {
  action_requests: [
    { name: 'send_mail', args: mail, description: '**Send** this?\nIt cannot be taken back.' },
    { name: 'delete_order', args: { order: 4411 } },
  ],
  review_configs: [
    { action_name: 'send_mail', allowed_decisions: ['approve', 'edit', 'reject'] },
    { action_name: 'delete_order', allowed_decisions: ['approve', 'reject'] },
  ],
}

function show(value: unknown, refusals: string[] = []) {
  const answers: unknown[] = []
  const onAnswer = async (answer: unknown) => {
    const refusal = refusals.shift()
    if (refusal) throw new Error(refusal)
    answers.push(answer)
  }
  render(<InterruptCard interrupt={{ id: 'i1', value }} onAnswer={onAnswer} />)
  return { answers, user: userEvent.setup() }
}

const press = (name: string) => screen.getByRole('button', { name })

it('of several actions each is decided, and the answers go together', async () => {
  const { answers, user } = show(review)
  screen.getByRole('heading', { name: 'Needs your approval: 2 actions' })
  screen.getByRole('heading', { name: /send_mail 1 of 2/ })
  await user.click(press('Approve'))
  expect(answers).toEqual([])
  screen.getByRole('heading', { name: /delete_order 2 of 2/ })
  expect(
    within(screen.getByRole('list', { name: 'Decided' })).getByRole('listitem'),
  ).toHaveTextContent('send_mail: approved')
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  await user.click(press('Reject with a reason'))
  await user.type(screen.getByRole('textbox', { name: 'Why it is rejected' }), 'Still open')
  await user.click(press('Send answer'))
  await waitFor(() =>
    expect(answers).toEqual([
      { decisions: [{ type: 'approve' }, { type: 'reject', message: 'Still open' }] },
    ]),
  )
})

it('a decision can be taken back before the last, and a refused answer keeps those before it', async () => {
  const { answers, user } = show(review, ['The server is away.'])
  await user.click(press('Reject'))
  await user.click(press('Back to the one before'))
  await user.click(press('Approve'))
  await user.click(press('Approve'))
  expect(await screen.findByRole('alert')).toHaveTextContent('The server is away.')
  await user.click(press('Approve'))
  await waitFor(() =>
    expect(answers).toEqual([{ decisions: [{ type: 'approve' }, { type: 'approve' }] }]),
  )
})

it('a description is markdown and keeps its lines', () => {
  show(review)
  expect(screen.getByText('Send').tagName).toBe('STRONG')
  expect(screen.getByText(/It cannot be taken back/).querySelector('br')).not.toBeNull()
})

const inbox = {
  action_request: { action: 'send_mail', args: mail },
  config: { allow_edit: true },
}

it('arguments are changed in a form of what they are; a text of lines keeps them', async () => {
  const { answers, user } = show(inbox)
  await user.click(press('Edit'))
  const to = await screen.findByRole('textbox', { name: /^to/ })
  expect(to).toHaveFocus()
  await user.clear(to)
  await user.type(to, 'bo@example.com')
  expect(screen.getByRole('textbox', { name: /^body/ })).toHaveValue(mail.body)
  await user.click(press('Approve with changes'))
  await waitFor(() =>
    expect(answers).toEqual([
      { type: 'edit', args: { action: 'send_mail', args: { ...mail, to: 'bo@example.com' } } },
    ]),
  )
})

it('an argument that was emptied is an empty text', async () => {
  const { answers, user } = show(inbox)
  await user.click(press('Edit'))
  await user.clear(await screen.findByRole('textbox', { name: /^to/ }))
  await user.click(press('Approve with changes'))
  await waitFor(() =>
    expect(answers).toEqual([
      { type: 'edit', args: { action: 'send_mail', args: { ...mail, to: '' } } },
    ]),
  )
})

it('JSON stands beside the form, and what was written in it is there again', async () => {
  const { answers, user } = show(inbox)
  await user.click(press('Edit'))
  await user.click(press('Edit as JSON'))
  const box = screen.getByRole('textbox', { name: 'Arguments' })
  expect(JSON.parse((box as HTMLTextAreaElement).value)).toEqual(mail)
  await user.clear(box)
  await user.click(box)
  await user.paste('{"to": "cy@example.com"}')
  await user.click(press('Back'))
  await user.click(press('Edit'))
  await user.click(press('Approve with changes'))
  await waitFor(() =>
    expect(answers).toEqual([
      { type: 'edit', args: { action: 'send_mail', args: { to: 'cy@example.com' } } },
    ]),
  )
})

it('a schema of the arguments gives the form its fields', async () => {
  const args_schema = {
    type: 'object',
    required: ['to'],
    properties: { to: { type: 'string', title: 'Receiver' }, urgent: { type: 'boolean' } },
  }
  const { answers, user } = show({
    action_requests: [{ name: 'send_mail', args: { to: 'ana@example.com', draft: 7 } }],
    review_configs: [{ action_name: 'send_mail', allowed_decisions: ['edit'], args_schema }],
  })
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  await user.click(press('Edit'))
  expect(screen.getByRole('textbox', { name: 'Receiver' })).toHaveValue('ana@example.com')
  await user.click(press('urgent: Not said'))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Yes' }))
  await user.click(press('Approve with changes'))
  await waitFor(() =>
    expect(answers).toEqual([
      {
        decisions: [
          {
            type: 'edit',
            edited_action: {
              name: 'send_mail',
              args: { draft: 7, to: 'ana@example.com', urgent: true },
            },
          },
        ],
      },
    ]),
  )
})

it('33.1.7: what the schema says is said at the field, and what it takes is never held back', async () => {
  const args_schema = {
    type: 'object',
    required: ['coins', 'note'],
    properties: {
      coins: { type: 'integer', minimum: 1, maximum: 500 },
      note: { type: 'string', pattern: '^[A-Z]' },
      order: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    },
  }
  const { answers, user } = show({
    action_requests: [{ name: 'refund', args: { coins: 5, order: 9007199254740993n } }],
    review_configs: [{ action_name: 'refund', allowed_decisions: ['edit'], args_schema }],
  })
  await user.click(press('Edit'))
  const coins = await screen.findByRole('textbox', { name: 'coins' })
  expect(coins).toHaveAccessibleDescription('At least 1. At most 500.')
  await user.clear(coins)
  await user.type(coins, '900')
  await user.click(press('Approve with changes'))
  await waitFor(() => expect(coins).toHaveAccessibleDescription('At most 500.'))
  expect(coins).toBeInvalid()
  await user.clear(coins)
  await user.type(coins, '50')
  expect(coins).toBeValid()
  const note = screen.getByRole('textbox', { name: 'note' })
  expect(note).toHaveAccessibleDescription(/The schema asks for this/)
  expect(answers).toEqual([])
  await user.click(press('Approve with changes'))
  const args = { coins: 50, order: 9007199254740993n }
  const edited_action = { name: 'refund', args }
  await waitFor(() => expect(answers).toEqual([{ decisions: [{ type: 'edit', edited_action }] }]))
})

it('33: a form that is not sent gives the focus to its first fault, however often it is tried', async () => {
  const args_schema = {
    type: 'object',
    required: ['to', 'kind', 'coins'],
    properties: {
      to: { type: 'string' },
      kind: { enum: ['all', 'half'] },
      coins: { type: 'integer', maximum: 500 },
    },
  }
  const { user } = show({
    action_requests: [{ name: 'refund', args: { to: 'Ana', coins: 900 } }],
    review_configs: [{ action_name: 'refund', allowed_decisions: ['edit'], args_schema }],
  })
  await user.click(press('Edit'))
  const coins = await screen.findByRole('textbox', { name: 'coins' })
  screen.getByRole('textbox', { name: 'to' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(press('kind: none chosen')).toHaveFocus())
  await user.click(press('kind: none chosen'))
  await user.click(await screen.findByRole('menuitemradio', { name: 'half' }))
  for (const _ of [1, 2]) {
    press('Approve with changes').focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(coins).toHaveFocus())
  }
})
