import { expect, it } from 'vitest'
import { chosenParts } from './state-parts.ts'

const state = { values: { messages: [1], plan: null }, next: ['answer'], tasks: [] }

it('tells the chosen parts alone, and everything where nothing was chosen', () => {
  expect(chosenParts(state, ['next', 'tasks'])).toEqual({ next: ['answer'], tasks: [] })
  for (const nothing of [undefined, null, []]) expect(chosenParts(state, nothing)).toBe(state)
})

it('tells one value by its name, beside the others that were named', () => {
  expect(chosenParts(state, ['values.plan', 'values.gone'])).toEqual({ values: { plan: null } })
  expect(chosenParts(state, ['values', 'values.plan'])).toEqual({ values: state.values })
  expect(chosenParts({ values: { 'a.b': 1 } }, ['values.a.b'])).toEqual({ values: { 'a.b': 1 } })
})

it('names no value of what is no object', () => {
  for (const values of ['text', ['first'], null]) {
    expect(chosenParts({ values }, ['values.0'])).toEqual({ values: {} })
  }
})
