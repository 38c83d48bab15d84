import { expect, it } from 'vitest'
import { type ActionAnswer, actionRequest } from './action-request.ts'

const refund = {
  action_request: { action: 'refund', args: { amount: 84 } },
  config: { allow_accept: true, allow_edit: true, allow_respond: false, allow_ignore: false },
  description: 'Refund?',
}
const accept: ActionAnswer = { type: 'accept' }

it('reads the questions of agent inboxes, and answers a list with a list', () => {
  const one = actionRequest(refund)
  expect(one?.questions).toEqual([
    {
      action: 'refund',
      args: { amount: 84 },
      argsSchema: null,
      description: 'Refund?',
      may: { accept: true, edit: true, respond: false, ignore: false },
      wordsAre: 'answer',
    },
  ])
  expect(one?.resume([accept])).toEqual({ type: 'accept', args: null })
  const two = actionRequest([refund, refund])
  expect(two?.questions).toHaveLength(2)
  expect(two?.resume([{ type: 'edit', args: { amount: 1 } }, { type: 'ignore' }])).toEqual([
    { type: 'edit', args: { action: 'refund', args: { amount: 1 } } },
    { type: 'ignore', args: null },
  ])
  expect(two?.resume([{ type: 'response', text: 'Later' }, accept])).toEqual([
    { type: 'response', args: 'Later' },
    { type: 'accept', args: null },
  ])
})

const schema = { type: 'object', properties: { path: { type: 'string' } } }
const answers: ActionAnswer[] = [
  { type: 'edit', args: { path: '/b' } },
  { type: 'response', text: 'Not on Fridays' },
]
const snake = {
  action_requests: [
    { name: 'write_file', args: { path: '/a' }, description: 'Write' },
    { name: 'send_mail', args: {} },
  ],
  review_configs: [
    { action_name: 'write_file', allowed_decisions: ['approve', 'edit'], args_schema: schema },
    { action_name: 'send_mail', allowed_decisions: ['approve', 'reject'] },
  ],
}

it('reads a human-in-the-loop request of Python, and answers with one decision an action', () => {
  const request = actionRequest(snake)
  expect(request?.questions).toEqual([
    {
      action: 'write_file',
      args: { path: '/a' },
      argsSchema: schema,
      description: 'Write',
      may: { accept: true, edit: true, respond: false, ignore: false },
      wordsAre: 'reason',
    },
    {
      action: 'send_mail',
      args: {},
      argsSchema: null,
      description: '',
      may: { accept: true, edit: false, respond: true, ignore: true },
      wordsAre: 'reason',
    },
  ])
  expect(request?.resume(answers)).toEqual({
    decisions: [
      { type: 'edit', edited_action: { name: 'write_file', args: { path: '/b' } } },
      { type: 'reject', message: 'Not on Fridays' },
    ],
  })
})

it('speaks camel case to those who ask in it, and responds where that is allowed', () => {
  const request = actionRequest({
    actionRequests: [
      { name: 'write_file', args: {} },
      { name: 'ask', args: {} },
    ],
    reviewConfigs: [{ actionName: 'ask', allowedDecisions: ['respond'] }],
  })
  expect(request?.questions.map(({ may }) => may.edit)).toEqual([true, false])
  expect(request?.resume(answers)).toEqual({
    decisions: [
      { type: 'edit', editedAction: { name: 'write_file', args: { path: '/b' } } },
      { type: 'respond', message: 'Not on Fridays' },
    ],
  })
})

it.each([
  null,
  'Go on?',
  42,
  [],
  [refund, 'Go on?'],
  { question: 'Which?' },
  { action_requests: [] },
])('leaves other shapes to JSON: %j', (other) => expect(actionRequest(other)).toBeNull())
