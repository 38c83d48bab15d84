import { expect, it } from 'vitest'
import { interruptsOf, noBreakpoints, pressed } from './breakpoints.ts'

it('a press goes from no pause to one before the node, after it, and none again', () => {
  const before = pressed(noBreakpoints, 'write')
  const after = pressed(before, 'write')
  expect([before, after, pressed(after, 'write')]).toEqual([
    { write: 'before' },
    { write: 'after' },
    {},
  ])
})

it('a request says the nodes of each kind, and nothing where there are none', () => {
  expect(interruptsOf({ read: 'before', write: 'after', send: 'before' })).toEqual({
    interrupt_before: ['read', 'send'],
    interrupt_after: ['write'],
  })
  expect(interruptsOf(noBreakpoints)).toEqual({})
})
