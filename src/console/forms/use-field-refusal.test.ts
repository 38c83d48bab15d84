import { expect, it } from 'vitest'
import { ApiError } from '../../client/api-error.ts'
import { fieldRefusal } from './use-field-refusal.ts'

const refused = (status: number, ...fieldErrors: ApiError['fieldErrors']) =>
  new ApiError({ endpoint: 'save', kind: 'http', status, message: 'Refused.', fieldErrors })
const fault = (msg: string, ...loc: (string | number)[]) => ({ loc, msg, type: 'value_error' })

const error = refused(
  422,
  fault('No time.', 'body', 'schedule'),
  fault('No id.', 'path', 'thread_id'),
  fault('No text.', 'body', 'config', 'tone'),
  fault('No number.', 'body', 'config', 'depth', 0),
  fault('Not known.', 'body', 'kind'),
)
const sent = { schedule: '@never', 'path.thread_id': 'mine', config: '{}' }

it('tells each fault at its field, and what is at none beside them', () => {
  const { at, within, others } = fieldRefusal(error, { held: sent, sent })
  expect(at('schedule')).toBe('No time.')
  expect(at('path.thread_id')).toBe('No id.')
  expect(within('config')).toBe('tone: No text. depth.0: No number.')
  expect(others).toBe('kind: Not known.')
})

it('tells no fault of a field that has changed since, until it holds the same again', () => {
  const { at, within, others } = fieldRefusal(error, {
    held: { ...sent, schedule: '@daily', config: '' },
    sent,
  })
  expect([at('schedule'), within('config')]).toEqual([undefined, undefined])
  expect(at('path.thread_id')).toBe('No id.')
  expect(others).toBe('kind: Not known.')
})

it('33: tells what is wrong with a field that was not shown beside the others, and nothing of one that has gone', () => {
  const { config: _, ...shown } = sent
  expect(fieldRefusal(error, { held: sent, sent: shown }).others).toBe(
    'config.tone: No text.; config.depth.0: No number.; kind: Not known.',
  )
  const gone = fieldRefusal(error, { held: shown, sent })
  expect([gone.within('config'), gone.others]).toEqual([undefined, 'kind: Not known.'])
})

it('tells a name that is taken at its field, and any other refusal as it is', () => {
  const form = { held: { name: 'x' }, sent: { name: 'x' }, conflictAt: 'name' }
  expect(fieldRefusal(refused(409), form)).toMatchObject({ others: null })
  expect(fieldRefusal(refused(409), form).at('name')).toBe('Refused.')
  expect(fieldRefusal(refused(409), { ...form, held: { name: 'y' } }).at('name')).toBeUndefined()
  expect(fieldRefusal(refused(500), form).others).toBe('Refused.')
  expect(fieldRefusal(null, form).others).toBeNull()
})
