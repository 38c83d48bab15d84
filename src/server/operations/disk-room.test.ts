import { expect, it } from 'vitest'
import { DiskWatch, refuseFullDisk } from './disk-room.ts'

const megabyte = 1024 * 1024

it('refuses to start a database without room, and says how much it needs', async () => {
  const folder = '/data/quarterdeck/db'
  const free = async () => 100 * megabyte
  await refuseFullDisk({ folder, isNew: false }, free)
  await expect(refuseFullDisk({ folder, isNew: true }, free)).rejects.toThrow(
    'The disk of /data/quarterdeck is full: 100 MB are free, and the database needs 128 MB to start.',
  )
  await expect(refuseFullDisk({ folder, isNew: false }, async () => 0)).rejects.toThrow('20 MB')
})

it('warns once when room becomes little, when it is used up, and when there is enough again', async () => {
  let free = 2_000
  const said: string[] = []
  const watch = new DiskWatch({
    freeBytes: async () => free * megabyte,
    warnBelowMegabytes: 1_024,
    warn: (sentence) => said.push(sentence),
  })
  const states: string[] = []
  for (free of [2_000, 900, 800, 5, 5, 1_500]) states.push((await watch.look()).words)
  expect(states).toEqual([
    'ok',
    'nearly full: 900 MB are free',
    'nearly full: 800 MB are free',
    'full: 5 MB are free',
    'full: 5 MB are free',
    'ok',
  ])
  expect(said).toEqual([
    'The disk of the data directory is nearly full: 900 MB are free. Make room there.',
    'The disk of the data directory is full: 5 MB are free. Make room there.',
    'The disk of the data directory has room again.',
  ])
})
