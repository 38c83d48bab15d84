import { expect, it } from 'vitest'
import { uiMessagesOf, withUiEvent } from './ui-messages.ts'

const card = (id: string, props: object, metadata: object = {}) => ({
  type: 'ui',
  id,
  name: 'card',
  props,
  metadata,
})
const shown = (list: readonly { id: string; props: object }[]) =>
  list.map(({ id, props }) => [id, props])

it('what a thread holds is read; what is something else is left out', () => {
  const odd = [null, 7, { type: 'ui' }, { type: 'ui', id: 1, name: 'card' }, [], 'ui']
  expect(shown(uiMessagesOf({ ui: [card('a', { n: 1 }), ...odd] }))).toEqual([['a', { n: 1 }]])
  for (const values of [null, 'text', {}, { ui: 'x' }, { ui: {} }, { ui: [{}] }]) {
    expect(uiMessagesOf(values)).toEqual([])
  }
  // Python writes null where JavaScript leaves out.
  expect(uiMessagesOf({ ui: [{ ...card('a', {}), props: null, metadata: null }] })).toEqual([
    { id: 'a', name: 'card', props: {}, metadata: {} },
  ])
})

it('what a run tells is drawn, changed in its place, merged and taken away', () => {
  let list = uiMessagesOf({ ui: [card('a', { n: 1, m: 1 }), card('b', {})] })
  list = withUiEvent(list, card('a', { n: 2 }, { merge: true }))
  expect(shown(list)).toEqual([
    ['a', { n: 2, m: 1 }],
    ['b', {}],
  ])
  list = withUiEvent(list, card('a', { n: 3 }))
  list = withUiEvent(list, card('c', {}, { merge: true }))
  expect(shown(list)).toEqual([
    ['a', { n: 3 }],
    ['b', {}],
    ['c', {}],
  ])
  list = withUiEvent(list, { type: 'remove-ui', id: 'b' })
  expect(list.map(({ id }) => id)).toEqual(['a', 'c'])
})

it('told again, it comes to the same', () => {
  const events = [
    card('a', { n: 1 }),
    card('a', { m: 2 }, { merge: true }),
    { type: 'remove-ui', id: 'b' },
  ]
  const once = events.reduce(withUiEvent, uiMessagesOf({ ui: [card('b', {})] }))
  expect(events.reduce(withUiEvent, once)).toEqual(once)
  expect(['x', null, { type: 'progress' }].reduce(withUiEvent, once)).toBe(once)
})
