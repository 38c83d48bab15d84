import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPriceList } from './price-file.ts'

let dataDir: string
let now = 0
const warnings: string[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-prices-'))
  warnings.length = 0
})
afterEach(() => rm(dataDir, { recursive: true }))

const open = (file: string | null = null) =>
  openPriceList({ file, dataDir, now: () => new Date(now), warn: (words) => warnings.push(words) })
const write = (text: string, name = 'prices.yaml') => writeFile(path.join(dataDir, name), text)
const priced = (input: number) => `currency: EUR\nmodels:\n  a: { input: ${input}, output: 2 }\n`

it('reads the file of the data directory again when it has changed, and keeps the prices while it is faulty', async () => {
  const list = open()
  expect(list.current().currency).toBeNull()
  await write(priced(1))
  now += 1_000
  expect(list.current().models.get('a')?.input).toBe(1)
  await write('currency: EUR\nmodels:\n  a: { input: often }\n')
  now += 1_000
  expect(list.current().models.get('a')?.input).toBe(1)
  expect(list.problem()).toMatch(/prices\.yaml cannot be used: line 3, models › a › input/)
  now += 1_000
  list.current()
  expect(warnings).toHaveLength(1)
  await write(priced(25))
  now += 1_000
  expect(list.current().models.get('a')?.input).toBe(25)
  expect(list.problem()).toBeNull()
  await rm(path.join(dataDir, 'prices.yaml'))
  now += 1_000
  expect(list.current().currency).toBeNull()
})

it('a file that is named must be there and be right, or the server does not start', async () => {
  const file = path.join(dataDir, 'own.json')
  expect(() => open(file)).toThrow(/own\.json cannot be used: there is no such file/)
  await write('{', 'own.json')
  expect(() => open(file)).toThrow(/own\.json cannot be used: line 1/)
  await write('{"currency":"USD","models":{"a":{"input":1,"output":2}}}', 'own.json')
  expect(open(file).current().currency).toBe('USD')
})
