import { describe, expect, it } from 'vitest'
import { storedDirection, votePlan } from './feedback-keys.ts'

describe('votePlan', () => {
  it('§2.7 one key carries 1 and −1', () => {
    expect(votePlan(['user_score'])).toMatchObject({
      up: [{ key: 'user_score', submission: { score: 1 } }],
      down: [{ key: 'user_score', submission: { score: -1 } }],
    })
  })

  it.each([[['user_liked', 'user_disliked']], [['user_disliked', 'user_liked']]])(
    'separate keys are told apart by their names: %j',
    (keys) => {
      const plan = votePlan(keys)
      expect(plan?.up[0]).toEqual({ key: 'user_liked', submission: { score: 1 } })
      expect(plan?.down[0]).toEqual({ key: 'user_disliked', submission: { score: 1 } })
      expect(plan?.down[1]).toEqual({ key: 'user_liked', submission: { score: 0 } })
    },
  )

  it('configuration tells them apart where the names do not', () => {
    expect(votePlan(['a', 'b'])).toBeNull()
    expect(votePlan(['a', 'b'], { up: 'b', down: 'a' })?.commentKey).toEqual({ up: 'b', down: 'a' })
  })

  it('takes no votes without keys', () => {
    expect(votePlan([])).toBeNull()
  })
})

describe('storedDirection', () => {
  const one = votePlan(['user_score'])
  const two = votePlan(['liked', 'disliked'])

  it('reads the newest score of one key', () => {
    if (!one) throw new Error('no plan')
    const votes = [
      { key: 'user_score', score: -1 },
      { key: 'user_score', score: 1 },
    ]
    expect(storedDirection(one, votes)).toBe('down')
    expect(storedDirection(one, [])).toBeNull()
  })

  it('reads two keys of which one was taken back', () => {
    if (!two) throw new Error('no plan')
    const votes = [
      { key: 'disliked', score: 1 },
      { key: 'liked', score: 0 },
      { key: 'liked', score: 1 },
    ]
    expect(storedDirection(two, votes)).toBe('down')
  })
})
