import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { mountedPlaces } from '../../../test/helpers/mounted-places.ts'
import { Enclosures } from './enclosures.ts'

it('shows a program that the server chose below somebody’s home, and nothing else of that home', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'enclosures-'))
  const [bin, tools] = [path.join(folder, 'home/.local/bin'), path.join(folder, 'home/tools')]
  await Promise.all([bin, tools].map((place) => mkdir(place, { recursive: true })))
  await writeFile(path.join(tools, 'uv'), '')
  await symlink(path.join(tools, 'uv'), path.join(bin, 'uv'))
  const enclosures = new Enclosures({
    mode: 'auto',
    memoryPercent: 50,
    processes: 64,
    openFiles: 64,
    folders: [],
    metadata: 'open',
    systemCalls: 'filtered',
    notSeparated: [],
    secretFiles: [],
    dataDir: path.join(folder, 'data'),
    isRoot: false,
  })
  const root = path.join(folder, 'data/builds/one')
  const mounted = (file: string) => {
    const project = { deploymentId: 'one', root, python: null }
    const order = { project, file, args: [], directory: root, env: {}, memoryMb: null }
    return mountedPlaces(enclosures.enclose({ ...order, isBuild: true }).args.join('\n'))
  }
  const shown = mounted(path.join(bin, 'uv'))
  expect(shown.filter((place) => place.startsWith(path.join(folder, 'home')))).toEqual([
    path.join(tools, 'uv'),
    path.join(bin, 'uv'),
  ])
  expect(mounted('/bin/sh')).not.toContain('/bin/sh')
  await rm(folder, { recursive: true })
})
