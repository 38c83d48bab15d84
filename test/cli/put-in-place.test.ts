import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { checkoutRoot } from '../../src/cli/checkout.mjs'
import { temporaryFolder } from './temporary-folder.ts'

const module = join(checkoutRoot, 'src/cli/building/put-in-place.mjs')

/** Puts folders of many files in one place, again and again, as several starts at once do. */
const putting = `
  const { workerData: { root, name } } = require('node:worker_threads')
  const { mkdirSync, writeFileSync } = require('node:fs')
  import(${JSON.stringify(module)}).then(({ putInPlace }) => {
    for (let round = 0; round < 60; round += 1) {
      const fresh = root + '/' + name + '-' + round
      mkdirSync(fresh)
      for (let file = 0; file < 20; file += 1) writeFileSync(fresh + '/' + file, name)
      putInPlace(fresh, root + '/place')
    }
  })
`

it('several that put a folder in one place at once all come to an end, and leave one whole folder', async () => {
  const root = temporaryFolder()
  mkdirSync(join(root, 'place'))
  writeFileSync(join(root, 'place/old'), '')
  const ends = ['one', 'two', 'three', 'four'].map((name) => {
    const worker = new Worker(putting, { eval: true, workerData: { root, name } })
    return new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject))
  })
  expect(await Promise.all(ends)).toEqual([0, 0, 0, 0])
  expect(readdirSync(root)).toEqual(['place'])
  const texts = readdirSync(join(root, 'place')).map((name) =>
    readFileSync(join(root, 'place', name), 'utf8'),
  )
  expect(texts).toHaveLength(20)
  expect(new Set(texts).size).toBe(1)
})
