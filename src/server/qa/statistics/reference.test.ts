import { expect, it } from 'vitest'
import { cohenKappa, krippendorffAlpha } from './agreement.ts'
import { bootstrap } from './bootstrap.ts'
import { passAtK, passHatK } from './pass-at-k.ts'
import { quantile } from './quantile.ts'
// Drawn at random; the values are those of SciPy 1.17, statsmodels 0.15, NumPy and the krippendorff package 0.9.
import reference from './reference.json' with { type: 'json' }
import { signTest } from './sign-test.ts'
import { wilson } from './wilson.ts'

const digits = 10

/** Whether two numbers are the same but for rounding, or both are none. */
function expectClose(found: number | null | undefined, value: number | null | undefined): void {
  if (typeof found === 'number' && typeof value === 'number') {
    expect(found).toBeCloseTo(value, digits)
  } else expect(found ?? null).toBe(value ?? null)
}

it('gives the Wilson interval that statsmodels gives', () => {
  for (const { passed, n, low, high } of reference.wilson) {
    expectClose(wilson(passed, n)?.low, low)
    expectClose(wilson(passed, n)?.high, high)
  }
  expect(wilson(0, 0)).toBeNull()
  for (let n = 1; n <= 50; n += 1) {
    expect([wilson(0, n)?.low, wilson(n, n)?.high]).toEqual([0, 1])
  }
})

it('gives the p of the exact sign test, and of McNemar, that SciPy and statsmodels give', () => {
  for (const { one, other, p } of reference.sign) expectClose(signTest(one, other), p)
  expect(signTest(0, 0)).toBe(1)
  expect(signTest(4, 4)).toBe(1)
})

it('gives the quantile that NumPy gives', () => {
  for (const { values, share, value } of reference.quantile) {
    expectClose(quantile(values, share), value)
  }
  expect(quantile([], 0.5)).toBeNull()
})

it('estimates that one of k passes, and that all do, without bias', () => {
  for (const { n, passed, k, at, hat } of reference.pass_k) {
    expectClose(passAtK(n, passed, k), at)
    expectClose(passHatK(n, passed, k), hat)
  }
})

it('gives the kappa that statsmodels gives', () => {
  for (const { items, value } of reference.kappa) expectClose(cohenKappa(items), value)
  expect(cohenKappa([])).toBeNull()
})

it('gives the alpha that the krippendorff package gives', () => {
  for (const { items, value } of reference.alpha) expectClose(krippendorffAlpha(items), value)
  expect(krippendorffAlpha([['a', null]])).toBeNull()
})

it('gives the alpha that Krippendorff publishes for four observers, twelve units and gaps', () => {
  // “Computing Krippendorff's Alpha-Reliability” (2011), example C: nominal data, 0.743.
  const observers = ['123321412...', '1233224125.3', '.3332342251.', '12332441251.'].map((row) =>
    [...row].map((answer) => (answer === '.' ? null : answer)),
  )
  const units = Array.from({ length: 12 }, (_, unit) => observers.map((row) => row[unit] ?? null))
  expect(krippendorffAlpha(units)).toBeCloseTo(0.743, 3)
})

it('draws the interval that NumPy makes of the same draws', () => {
  const measures = { kappa: cohenKappa, alpha: krippendorffAlpha }
  for (const { measure, seed, items, interval } of reference.bootstrap) {
    const found = bootstrap(items, measures[measure as keyof typeof measures], seed)
    expectClose(found?.low, interval?.[0])
    expectClose(found?.high, interval?.[1])
  }
  expect(bootstrap([['a', 'b']], cohenKappa, 1)).toBeNull()
})
