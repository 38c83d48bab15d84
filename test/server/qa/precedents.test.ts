import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Results } from '../../../src/contract/qa/results.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

let qa: QaStack
beforeAll(async () => {
  qa = await startQaStack()
})
afterAll(() => qa?.stack.close())

it('a blind session says nothing of equal answers until it is closed, nor one of another suite ever', async () => {
  const cases = [{ key: 'a', turns: [{ do: 'send' as const, text: '1 step of 0 seconds' }] }]
  const [suite, other] = await Promise.all([qa.suite(cases), qa.suite(cases)])
  const target = { ...qa.target('slow'), revision_id: null }
  const tried = async (of: typeof suite, more: object = {}) => {
    const { session_id } = await qa.begin(of, { targets: [target], ...more })
    await qa.ended(session_id)
    return session_id
  }
  const standing = async (id: string) => {
    const path = `/gateway/qa/sessions/${id}/results`
    return (await qa.stack.json<Results>('GET', path)).unchecked.map((one) => one.standing)
  }
  const [blind, later, elsewhere] = await Promise.all([
    tried(suite, { targets: [target, target], is_blind: true }),
    tried(suite),
    tried(other),
  ])
  await qa.stack.json('PUT', `/gateway/qa/sessions/${blind}/review/0`, {
    a: { correct: 'pass' },
    b: { correct: 'pass' },
    better: 'tie',
  })
  expect(await standing(later)).toEqual(['open'])
  await qa.act(blind, 'close')
  expect(await standing(later)).toEqual(['judged'])
  expect(await standing(blind)).toEqual(['judged', 'judged'])
  expect(await standing(elsewhere)).toEqual(['open'])
})
