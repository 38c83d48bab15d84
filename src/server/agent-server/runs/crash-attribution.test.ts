import { expect, it } from 'vitest'
import { attributeCrash } from './crash-attribution.ts'

const lost = (name: string, is_suspect = false, isStuck = false) => ({
  run: { name, is_suspect },
  isStuck,
})
const attributions = (...runs: ReturnType<typeof lost>[]) =>
  Object.fromEntries(
    attributeCrash(runs).map(({ run, attribution }) => [
      (run as { name: string }).name,
      attribution,
    ]),
  )

it('holds everybody responsible for a first crash', () => {
  expect(attributions(lost('a'), lost('b'))).toEqual({ a: 'responsible', b: 'responsible' })
})

it('holds the suspect of an earlier crash alone responsible', () => {
  expect(attributions(lost('a', true), lost('b'))).toEqual({ a: 'responsible', b: 'bystander' })
})

it('holds the run that would not stop responsible before all others', () => {
  expect(attributions(lost('a', true), lost('b', false, true), lost('c'))).toEqual({
    a: 'bystander',
    b: 'responsible',
    c: 'bystander',
  })
})
