import fc from 'fast-check'
import { expect } from 'vitest'

/** Always the same cases, so that a failure is one for everybody. */
export const fuzzing = { seed: 20300101, numRuns: 100 }

const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1e308, 2 ** 53, '', ' ', '\0', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.constantFrom('../../etc/passwd', '--upload-pack=x', "'; drop table runs; --", '__proto__'),
)

/** Any JSON value, hostile texts among its parts. */
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  scalar,
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.string({ maxLength: 12 }), scalar, { maxKeys: 4 }),
)

/** A body that would be right but for some of its fields, or anything at all, or no JSON. */
export function bodyLike(right: object): fc.Arbitrary<string> {
  const names = Object.keys(right)
  const wrong = fc
    .dictionary(fc.constantFrom(...names, 'extra', '__proto__', 'constructor'), anyJson, {
      minKeys: 1,
      maxKeys: 3,
    })
    .map((changes) => JSON.stringify({ ...right, ...changes }))
  const text = anyJson.map((value) => JSON.stringify(value) ?? 'null')
  const broken = fc.string({ unit: 'binary', maxLength: 30 })
  return fc.oneof({ weight: 4, arbitrary: wrong }, text, broken)
}

/** A query of the given names with any texts. */
export function queryLike(names: readonly string[]): fc.Arbitrary<string> {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('-1', '1e9', '2030-02-31', '0000-01-01T00:00:00Z', '+275760-09-13', 'null'),
  )
  return fc
    .array(fc.tuple(fc.constantFrom(...names, 'extra'), value), { maxLength: 4 })
    .map((pairs) => new URLSearchParams(pairs).toString())
}

/** A refusal, if it is one, has the published shape (§2.2, §7), and nothing has failed. */
export async function expectAnswer(response: Response): Promise<void> {
  const text = await response.text()
  expect(response.status, text).toBeLessThan(500)
  if (response.status < 400 || response.headers.get('content-type')?.includes('html')) return
  const { detail } = JSON.parse(text) as { detail: unknown }
  if (response.status !== 422) {
    expect(typeof detail).toBe('string')
    return
  }
  const fault = { loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) }
  expect(detail).toEqual(Array.from(detail as unknown[], () => fault))
}
