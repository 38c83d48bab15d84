import { expect, it } from 'vitest'
import { Case } from '../../../../contract/qa/cases.ts'
import { createSession } from '../../../../contract/qa/sessions.ts'
import { chosenCases, fieldOf, newSession, sessionRequest } from './session-values.ts'

const target = {
  connection_id: 'local',
  deployment_id: 'd1',
  revision_id: '',
  assistant_id: 'agent',
}
const other = {
  ...target,
  revision_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  assistant_id: 'other',
}
const empty = newSession('b4a5a9b2-94f0-4c5e-9d2a-3f1a8b1c0d11', target)

it('asks for one target once when nothing else was typed', () => {
  expect(sessionRequest({ ...empty, is_blind: true })).toEqual({
    suite_id: empty.suite_id,
    targets: [{ ...target, revision_id: null }],
    repeats: 1,
    reviewers: [],
    is_blind: false,
    caps: { at_once: 4, tokens: null, seconds: null, attempt_seconds: 300 },
    accepts_side_effects: false,
    tags: [],
  })
})

it('sends all that was typed, as the contract has it', () => {
  const body = sessionRequest({
    ...empty,
    targets: [target, other],
    isCompared: true,
    repeats: '3',
    passes_needed: ' 2 ',
    is_blind: true,
    reviewers: 'ines, tomas,,',
    caps: { at_once: '8', tokens: '400000', seconds: '3600', attempt_seconds: '60' },
    name: ' Friday ',
    seed: '7',
    tags: ['money'],
    accepts_side_effects: true,
  })
  expect(body).toMatchObject({
    name: 'Friday',
    targets: [{ ...target, revision_id: null }, other],
    passes_needed: 2,
    reviewers: ['ines', 'tomas'],
    is_blind: true,
    seed: 7,
    caps: { tokens: 400_000, seconds: 3_600 },
  })
  expect(createSession.body.safeParse(body).success).toBe(true)
})

it('leaves what is no number to the server, which refuses it at its field', () => {
  const body = sessionRequest({ ...empty, repeats: '', passes_needed: 'two' })
  const refused = createSession.body.safeParse(JSON.parse(JSON.stringify(body)))
  const places = refused.error?.issues.map(({ path }) => fieldOf(['body', ...(path as string[])]))
  expect(places).toEqual(['repeats', 'passes_needed'])
})

it('33: what is no number never becomes “no limit” on its way', () => {
  for (const text of ['10k', '1,000', 'ten', '1e999']) {
    const body = sessionRequest({ ...empty, caps: { ...empty.caps, tokens: text, seconds: text } })
    const refused = createSession.body.safeParse(JSON.parse(JSON.stringify(body)))
    const places = refused.error?.issues.map(({ path }) => path.join('.'))
    expect(places).toEqual(['caps.seconds', 'caps.tokens'])
  }
})

it('knows the field that a fault stands at', () => {
  expect(fieldOf(['body', 'targets', 1, 'assistant_id'])).toBe('targets.1.assistant_id')
  expect(fieldOf(['body', 'targets', 0])).toBe('targets.0.deployment_id')
  expect(fieldOf(['body', 'caps', 'at_once'])).toBe('caps.at_once')
  expect(fieldOf(['body', 'reviewers', 2])).toBe('reviewers')
  expect(fieldOf(['body', 'unknown'])).toBeNull()
})

it('asks the cases with one of the tags, or all', () => {
  const one = (key: string, tags: string[]) =>
    Case.parse({ key, tags, turns: [{ do: 'send', text: 'x' }] })
  const cases = [one('a', ['money']), one('b', ['stop', 'money']), one('c', [])]
  const keys = (...tags: string[]) => chosenCases(cases, tags).map(({ key }) => key)
  expect(keys()).toEqual(['a', 'b', 'c'])
  expect(keys('stop')).toEqual(['b'])
  expect(keys('money', 'stop')).toEqual(['a', 'b'])
})
