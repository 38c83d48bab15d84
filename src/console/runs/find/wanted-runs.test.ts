import { expect, it } from 'vitest'
import { readTyped } from '../../lists/typed-search.ts'
import { searchOf, wantedRuns } from './wanted-runs.ts'

const now = Date.parse('2030-01-31T12:00:00Z')
const search = (address: string) => {
  const params = new URLSearchParams(address)
  return searchOf(
    wantedRuns((name) => params.get(name)),
    now,
  )
}
const id = '0199a2c4-0000-7000-8000-000000000001'

it('asks for nothing where the address says nothing, or nothing that is known', () => {
  expect(search('')).toEqual({})
  expect(
    search('since=ever&took=long&vote=either&order=newest&previews=without&thread=x&deployment='),
  ).toEqual({})
})

it('makes the search of an address', () => {
  expect(search(`status=failed&since=1h&took=1m&vote=down&order=longest&revision=${id}`)).toEqual({
    status: ['error', 'timeout'],
    created_after: '2030-01-31T11:00:00.000Z',
    min_seconds: 60,
    vote: 'down',
    sort_by: 'duration',
    revision_id: [id],
  })
  // A link to a part of the time goes before a span.
  expect(search('since=1h&from=2030-01-30T00:00:00Z&until=2030-01-30T01:00:00Z')).toEqual({
    created_after: '2030-01-30T00:00:00.000Z',
    created_before: '2030-01-30T01:00:00.000Z',
  })
  expect(search('from=yesterday&until=')).toEqual({})
  expect(search('previews=with')).toEqual({ with_previews: true })
  expect(search('status=needs_you')).toEqual({ status: ['needs_you'] })
  // Of a status that is not known there are no runs, rather than all.
  expect(search('status=new_one')).toEqual({ status: [] })
})

it('takes pairs out of what was typed, as metadata', () => {
  expect(readTyped('refund channel:web  plan:"pro plus" order')).toEqual({
    words: 'refund order',
    metadata: { channel: 'web', plan: 'pro plus' },
  })
  expect(readTyped('at 10:30 https://x.example')).toEqual({
    words: 'at 10:30 https://x.example',
    metadata: {},
  })
  expect(search('text=tier%3A3')).toEqual({ metadata: { tier: '3' } })
})
