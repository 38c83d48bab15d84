import { expect, it } from 'vitest'
import { visibleComponentEvent, visibleComponents } from './visible-components.ts'

const shown = { shows_components: true }
const card = {
  type: 'ui',
  id: 'u',
  name: 'card',
  props: { city: 'Oslo' },
  metadata: { message_id: 'm', run_id: 'r', merge: true, name: 'SECRET node', tags: ['SECRET'] },
}
const visible = {
  ...card,
  metadata: { message_id: 'm', run_id: 'r', merge: true },
}

it('what components say is told with what it belongs to, and nothing else of its metadata', () => {
  expect(visibleComponents({ ui: [card, 'x', { type: 'ui' }] }, shown)).toEqual([visible])
  expect(visibleComponentEvent(card, shown)).toEqual(visible)
  const removal = { type: 'remove-ui', id: 'u', node: 'SECRET' }
  expect(visibleComponentEvent(removal, shown)).toEqual({ type: 'remove-ui', id: 'u' })
})

it('nothing else of what a run tells is for visitors', () => {
  for (const data of [null, 'SECRET', 7, ['SECRET'], { type: 'progress' }, { type: 'remove-ui' }]) {
    expect(visibleComponentEvent(data, shown)).toBeNull()
  }
  for (const values of [null, {}, { ui: [] }, { ui: 'SECRET' }]) {
    expect(visibleComponents(values, shown)).toBeUndefined()
  }
})

it('an embed that does not show them tells nothing of them', () => {
  const closed = { shows_components: false }
  expect(visibleComponents({ ui: [card] }, closed)).toBeUndefined()
  expect(visibleComponentEvent(card, closed)).toBeNull()
  expect(visibleComponentEvent({ type: 'remove-ui', id: 'u' }, closed)).toBeNull()
})
