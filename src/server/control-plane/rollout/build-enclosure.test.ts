import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { mountedPlaces } from '../../../../test/helpers/mounted-places.ts'
import { Enclosures } from '../../isolation/enclosures.ts'
import { enclosureOf } from './build-enclosure.ts'

it('S7: a Python below somebody’s home is shown to a build with what belongs to it, and nothing else of that home', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'build-enclosure-'))
  const prefix = path.join(folder, 'home/.pyenv/versions/3.13.0')
  const python = path.join(prefix, 'bin/python3')
  await mkdir(path.dirname(python), { recursive: true })
  await writeFile(python, '')
  const isolation = new Enclosures({
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
  const order = { tools: { isolation }, deployment: { id: 'one' } }
  const root = path.join(folder, 'data/builds/one')
  const node = { file: process.execPath, version: process.versions.node }
  const shown = (interpreter: string | null) => {
    const program = { file: interpreter ?? '/bin/sh', args: [], directory: root, env: {} }
    const enclosure = enclosureOf(order, root, node, interpreter)
    const script = enclosure?.enclose(program).args.join('\n') ?? ''
    return mountedPlaces(script).filter((place) => place.startsWith(path.join(folder, 'home')))
  }
  expect(shown(python)).toEqual([prefix])
  expect(shown(null)).toEqual([])
  await rm(folder, { recursive: true })
})
