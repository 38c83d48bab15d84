import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { FollowedFolder } from '../../../src/server/working-folder/follow-folder.ts'
import { watchFolder } from '../../../src/server/working-folder/watch-folder.ts'
import { waitMs } from '../../helpers/patience.ts'

it('a save that follows another one closely, as a formatter’s does, is never left out', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-watch-'))
  const gaps = [5, 20, 35, 40, 45, 60]
  const fileOf = (gap: number) => path.join(folder, `saved-after-${gap}.ts`)
  const seen = new Map<string, string>()
  for (const gap of gaps) writeFileSync(fileOf(gap), 'before')
  const errors: Error[] = []
  const watched = await watchFolder(
    { folders: [folder], files: [] },
    (files) => {
      for (const file of files) seen.set(file, readFileSync(file, 'utf8'))
    },
    (error) => errors.push(error),
  )
  for (const gap of gaps) {
    writeFileSync(fileOf(gap), 'saved')
    setTimeout(() => writeFileSync(fileOf(gap), 'formatted'), gap)
  }
  await vi.waitFor(
    () => expect(gaps.map((gap) => seen.get(fileOf(gap)))).toEqual(gaps.map(() => 'formatted')),
    { timeout: waitMs },
  )
  expect(errors).toEqual([])
  await watched.close()
  await rm(folder, { recursive: true })
})

it('a folder that is put in place of another, and what links lead to, are followed from then on', async () => {
  const place = await realpath(await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-follow-')))
  const folder = path.join(place, 'project')
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true })
    writeFileSync(path.join(place, name), text)
  }
  write('project/words/one.ts', 'before')
  write('shared/two.ts', 'before')
  // Links that lead around the folder itself end nowhere.
  symlinkSync(folder, path.join(folder, 'around'))
  symlinkSync(path.join(place, 'shared'), path.join(folder, 'shared'))
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const errors: Error[] = []
  let loaded: string[] = []
  const followed = new FollowedFolder(
    { folder, configPath: 'langgraph.json' },
    {
      reload: async () => {
        loaded = [read('words/one.ts'), read('shared/two.ts')]
        return { outcome: 'superseded' }
      },
      packagesStamp: async () => '',
    },
    { onLoading() {}, onOutcome() {}, onError: (error) => errors.push(error) },
  )
  await followed.start()
  const becomes = (...texts: string[]) =>
    vi.waitFor(() => expect(loaded).toEqual(texts), { timeout: waitMs })
  renameSync(path.join(folder, 'words'), path.join(place, 'old'))
  write('project/words/one.ts', 'replaced')
  await becomes('replaced', 'before')
  write('project/words/one.ts', 'saved')
  await becomes('saved', 'before')
  write('shared/two.ts', 'saved')
  await becomes('saved', 'saved')
  expect(errors).toEqual([])
  await followed.stop()
  await rm(place, { recursive: true })
})
