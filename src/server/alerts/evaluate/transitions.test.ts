import { expect, it } from 'vitest'
import { aboutDeployment } from '../conditions/finding.ts'
import type { EventRow } from '../events/event-store.ts'
import { transitionsOf } from './transitions.ts'

const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 12, minute))
const found = aboutDeployment({ id: 'd', name: 'agent' }, { title: 'It fails', detail: '3 of 4.' })
const event = { ...found, id: 'e', began_at: at(0), well_since: null } as EventRow
const rule = (window_minutes: number | null) => ({ window_minutes })

it('begins what is found, once', () => {
  expect(transitionsOf(rule(5), [found], [], at(0)).begin).toEqual([found])
  expect(transitionsOf(rule(5), [found], [event], at(1))).toEqual({ begin: [], turn: [], end: [] })
})

it('ends what is found no more once that has lasted as long as the window', () => {
  const turned = transitionsOf(rule(3), [], [event], at(10))
  expect(turned).toEqual({ begin: [], turn: [{ event, wellSince: at(10) }], end: [] })
  const well = { ...event, well_since: at(10) }
  expect(transitionsOf(rule(3), [], [well], at(12))).toEqual({ begin: [], turn: [], end: [] })
  expect(transitionsOf(rule(3), [], [well], at(13)).end).toEqual([well])
})

it('goes on with one that comes back before that, from the beginning', () => {
  const well = { ...event, well_since: at(10) }
  const back = transitionsOf(rule(5), [found], [well], at(14))
  expect(back).toEqual({ begin: [], turn: [{ event: well, wellSince: null }], end: [] })
})

it('waits for five minutes at most, and not at all without a window', () => {
  const well = { ...event, well_since: at(10) }
  expect(transitionsOf(rule(60), [], [well], at(15)).end).toEqual([well])
  expect(transitionsOf(rule(null), [], [event], at(10)).end).toEqual([event])
})
