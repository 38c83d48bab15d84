import { expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { untidyTests } from './tidy-tests.ts'

const own = 'test/tidy-tests.test.ts'
const found = (source: string, path = 'test/a.test.ts') => untidyTests([{ path, source }]).length

it('no test leaves anything behind for the next file of its process', () => {
  const files = ['src', 'test'].flatMap(sourceFiles).filter(({ path }) => path !== own)
  expect(untidyTests(files)).toEqual([])
})

it('what may not have been opened is closed with care', () => {
  expect(found('let h: Harness\nafterAll(() => h.close())')).toBe(1)
  expect(found('let h: Harness\nafterAll(() => h?.close())')).toBe(0)
  expect(found('let h: Harness\nafterAll(async () => {\n  await (h.close())\n})')).toBe(1)
  expect(found('const h = open()\nafterAll(() => h.close())')).toBe(0)
  expect(found('let h: Harness\nit("", () => h.close())\nafterAll(() => {})')).toBe(0)
  expect(found('let h: Harness\nafterAll(() => h.close())', 'test/helpers/h.ts')).toBe(0)
})

it('clocks are set right whatever an expectation says', () => {
  expect(found('it("", () => {\n  vi.useFakeTimers()\n  vi.useRealTimers()\n})')).toBe(1)
  expect(found('afterEach(() => vi.useRealTimers())\nvi.useFakeTimers()')).toBe(0)
})

it('what is waited for has the limits of all tests', () => {
  expect(found('await expect.poll(read, { timeout: 60_000 }).toBe(1)')).toBe(1)
  expect(found('beforeAll(async () => {\n  await build()\n}, 600_000)')).toBe(1)
  expect(found('await expect.poll(read, { timeout: minutes(1) }).toBe(1)')).toBe(0)
  expect(found('await expect(note).toBeVisible({ timeout: 1_000 })')).toBe(0)
})

it('what is to be without fields is not let pass with some', () => {
  expect(found('expect(a).toMatchObject({ status: 1, values: {} })')).toBe(1)
  expect(found('expect(a).toMatchObject({})')).toBe(1)
  expect(found('expect(a).toMatchObject({\n  values: {},\n})')).toBe(1)
  expect(found('expect(a).toMatchObject({ values: nothing, list: [] })')).toBe(0)
  expect(found('expect(a).toEqual({ values: {} })')).toBe(0)
})
