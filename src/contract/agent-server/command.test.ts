import { expect, it } from 'vitest'
import { Command, isCommand } from './command.ts'

it.each([
  [{}, false],
  [{ update: null, goto: null }, false],
  [{ resume: null }, true],
  [{ resume: false }, true],
  [{ update: {} }, true],
  [{ goto: 'ask' }, true],
])('%j says anything: %s', (command, says) => {
  expect(isCommand(Command.parse(command))).toBe(says)
})

it.each([
  { update: { plan: 'new' } },
  {
    update: [
      ['log', 'one'],
      ['log', 'two'],
    ],
  },
  { goto: ['a', { node: 'b', input: { n: 1 } }] },
  { goto: { node: 'write', args: { n: 1 }, lg_name: 'Send' } },
])('may be %j', (command) => {
  expect(Command.parse(command)).toEqual(command)
})

it.each([
  { update: 'plan' },
  { update: [['log']] },
  { goto: '' },
  { goto: { node: '' } },
  { goto: { node: 'write', input: 1, args: 2 } },
  { goto: { node: 'write', lg_name: 'Other' } },
  { answer: 1 },
])('may not be %j', (command) => {
  expect(Command.safeParse(command).success).toBe(false)
})

it('names the field of a step that has two inputs', () => {
  const { error } = Command.safeParse({ goto: { node: 'a', input: 1, args: 2 } })
  expect(JSON.stringify(error?.issues)).toContain('"args"')
})
