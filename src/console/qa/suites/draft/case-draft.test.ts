import { expect, it } from 'vitest'
import type { Case } from '../../../../contract/qa/cases.ts'
import { caseDraft, caseOf, copyOf, newCase, withFirstMessage } from './case-draft.ts'
import { newCheck } from './check-draft.ts'
import { newTurn } from './turn-draft.ts'

const whole: Case = {
  key: 'stopped-after-approval',
  tags: ['refund', 'rollback'],
  start: { kind: 'state', values: { order: 4411 } },
  turns: [
    { do: 'send', text: 'Refund the lamp from order {order}.' },
    { do: 'send', input: { messages: [], locale: 'de' } },
    { do: 'send', text: 'Both', input: { locale: null } },
    { do: 'expect_interrupt', containing: 'approve_refund' },
    { do: 'expect_interrupt' },
    { do: 'answer', with: 'accept' },
    { do: 'answer', with: 'edit', interrupt: 2, value: { amount: 18 } },
    { do: 'answer', with: 'respond', interrupt: 'id-1', text: 'Two of six.' },
    { do: 'answer', with: 'resume', value: false },
    {
      do: 'cancel',
      after: { node: 'issue_refund' },
      action: 'rollback',
      hold: { run: '404', thread: 'idle', state_unchanged: false },
    },
    { do: 'cancel', after: { event: 'updates' }, action: 'interrupt' },
    { do: 'drop', after: { ms: 0 } },
    { do: 'meanwhile', after: { ms: 250 }, text: 'And?', multitask_strategy: 'reject' },
  ],
  expected: 'Nothing is paid out.',
  checks: [
    { check: 'contains', text: 'refund', not: true, ignore_case: true },
    { check: 'matches', pattern: '^\\d+', flags: 'i' },
    { check: 'json_path', path: '$.refund', equals: null },
    { check: 'json_path', path: '$.order', not: true },
    { check: 'tool_called', tool: 'lookup_order', args: { id: 4411 }, times: 1 },
    { check: 'tool_called', tool: 'reply' },
    { check: 'tool_not_called', tool: 'issue_refund' },
    { check: 'tool_order', tools: ['lookup_order', 'reply'] },
    { check: 'status', is: 'idle' },
    { check: 'max_seconds', seconds: 1.5 },
    { check: 'max_tokens', tokens: 2000 },
    { check: 'max_words', words: 80 },
  ],
  has_side_effects: true,
  variables: { order: '4411', channel: 'mail' },
  origin: { deployment_id: 'd', thread_id: 't', run_id: 'r' },
}

it('a case comes back from its editor as it was', () => {
  expect(caseOf(caseDraft(whole))).toEqual({ value: whole, faults: [] })
})

it('a copy has its own parts', () => {
  const one = caseDraft(whole)
  const copy = copyOf(one, 'again')
  expect(caseOf(copy).value).toEqual({ ...whole, key: 'again' })
  const ids = [...one.turns, ...one.checks, ...one.variables].map(({ id }) => id)
  expect([...copy.turns, ...copy.checks, ...copy.variables].map(({ id }) => id)).not.toEqual(
    expect.arrayContaining([ids[0]]),
  )
})

it('what is no JSON and no number is told at its turn and its check', () => {
  const answer = { ...newTurn('answer'), with: 'edit' as const, json: '{"amount": }' }
  const drop = { ...newTurn('drop'), moment: 'ms' as const, momentText: 'soon' }
  const node = { ...newTurn('drop'), moment: 'node' as const, momentText: ' ' }
  const seconds = { ...newCheck('max_seconds'), number: '' }
  const args = { ...newCheck('tool_called'), text: 'reply', json: '[1]' }
  const draft = newCase('a', 'Hello', {
    start: { kind: 'state', values: '"text"' },
    turns: [answer, drop, node],
    checks: [seconds, args],
    variables: [
      { id: 1, name: 'one', value: '1' },
      { id: 2, name: 'one', value: '2' },
      { id: 3, name: '', value: '3' },
      { id: 4, name: '', value: '' },
    ],
  })
  const { faults } = caseOf(draft)
  const said = (itemId?: number) =>
    faults.filter((fault) => fault.itemId === itemId).map(({ message }) => message)
  expect(said()).toEqual(['Write an object, as {"name": "value"}.'])
  expect(said(answer.id)).toEqual([expect.stringContaining('This is not JSON')])
  expect(said(drop.id)).toEqual(['Write the milliseconds as a number.'])
  expect(said(node.id)).toEqual(['Write the name of the node.'])
  expect(said(seconds.id)).toEqual(['Write the seconds as a number.'])
  expect(said(args.id)).toEqual(['Write an object, as {"name": "value"}.'])
  expect(said(1)).toEqual(['This name stands twice.'])
  expect(said(3)).toEqual(['A name has letters, digits and underscores.'])
  expect(said(4)).toEqual([])
  expect(faults.every(({ caseId }) => caseId === draft.id)).toBe(true)
})

it('words of an answer are sent with the answers that have words, and kept beside the others', () => {
  const answer = { ...newTurn('answer'), with: 'respond' as const, text: 'Two of six.' }
  const sent = (with_: typeof answer.with | 'accept') =>
    caseOf(newCase('a', '', { turns: [{ ...answer, with: with_ }] })).value.turns
  expect(sent('respond')).toEqual([{ do: 'answer', with: 'respond', text: 'Two of six.' }])
  expect(sent('accept')).toEqual([{ do: 'answer', with: 'accept' }])
})

it('the first message is that of the first send, which is put before all else where there is none', () => {
  const draft = newCase('a', '', { turns: [newTurn('drop')] })
  const turns = withFirstMessage(draft, 'Hello')
  expect(turns.map((turn) => turn.do)).toEqual(['send', 'drop'])
  const again = withFirstMessage({ ...draft, turns }, 'Good morning')
  expect(again.map(({ text }) => text)).toEqual(['Good morning', ''])
})
