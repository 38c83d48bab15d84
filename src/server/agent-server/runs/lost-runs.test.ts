import { expect, it } from 'vitest'
import { blame } from './lost-runs.ts'

const lost = (name: string, is_suspect = false, isStuck = false) => ({
  run: { name, is_suspect },
  isStuck,
})
const verdicts = (...runs: ReturnType<typeof lost>[]) =>
  Object.fromEntries(
    blame(runs).map(({ run, verdict }) => [(run as { name: string }).name, verdict]),
  )

it('blames everybody for a first crash', () => {
  expect(verdicts(lost('a'), lost('b'))).toEqual({ a: 'blamed', b: 'blamed' })
})

it('blames the suspect of an earlier crash only', () => {
  expect(verdicts(lost('a', true), lost('b'))).toEqual({ a: 'blamed', b: 'innocent' })
})

it('blames the run that would not stop before all others', () => {
  expect(verdicts(lost('a', true), lost('b', false, true), lost('c'))).toEqual({
    a: 'innocent',
    b: 'blamed',
    c: 'innocent',
  })
})
