import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar, type TarEntry } from 'modern-tar'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileEntry, packed } from '../../../../../test/helpers/source-archive.ts'
import { RolloutFailure } from '../../rollout-failure.ts'
import { type UnpackLimits, unpackArchive } from './unpack-archive.ts'

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'unpack-archive-'))
  folder = await mkdtemp(path.join(parent, 'build-'))
})
afterEach(() => rm(parent, { recursive: true }))

const never = new AbortController().signal

async function unpack(archive: Uint8Array, limits?: UnpackLimits) {
  // As it comes: in parts that end anywhere.
  async function* parts() {
    for (let at = 0; at < archive.byteLength; at += 100) yield archive.subarray(at, at + 100)
  }
  return unpackArchive(parts(), folder, 'langgraph.json', never, limits)
}

/** Of what was unpacked: the files' names from the folder on. */
async function unpackedNames(): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

it('puts the files where they belong, readable, and programs as such', async () => {
  const archive = await packed({ 'langgraph.json': '{}', 'src/deep/agent.ts': 'export {}' }, [
    fileEntry('build.sh', 'true', 0o4755),
    fileEntry('private.txt', 'x', 0o600),
  ])
  expect(await unpack(archive)).toEqual({ files: 4, left: [] })
  expect(await readFile(path.join(folder, 'src/deep/agent.ts'), 'utf8')).toBe('export {}')
  const modeOf = async (name: string) => (await stat(path.join(folder, name))).mode & 0o7777
  expect(await modeOf('build.sh')).toBe(0o755)
  expect(await modeOf('private.txt')).toBe(0o644)
})

it('leaves out links, devices and whatever lies outside, and tells them', async () => {
  const bad: TarEntry[] = [
    { header: { name: 'link', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
    { header: { name: 'hard', size: 0, type: 'link', linkname: 'langgraph.json' } },
    { header: { name: 'device', size: 0, type: 'character-device' } },
    fileEntry('../outside.txt', 'x'),
    fileEntry('/absolute.txt', 'x'),
    fileEntry('a/../../outside.txt', 'x'),
  ]
  const { files, left } = await unpack(await packed({ 'langgraph.json': '{}' }, bad))
  expect(files).toBe(1)
  expect(left).toEqual([
    'Left out, since links and what lies outside of the archive are not taken: link, hard, device, ../outside.txt, /absolute.txt and 1 more.',
  ])
  expect(await unpackedNames()).toEqual(['langgraph.json'])
  expect(await readdir(parent)).toEqual([path.basename(folder)])
})

it('takes the only folder of an archive for the project, where that is what it holds', async () => {
  await unpack(await packed({ 'agent-1a2b/langgraph.json': '{}', 'agent-1a2b/agent-1a2b': 'x' }))
  expect(await unpackedNames()).toEqual(['agent-1a2b', 'langgraph.json'])
})

it('leaves a folder where it is whose langgraph.json is elsewhere', async () => {
  await unpack(await packed({ 'agent/other.json': '{}' }))
  expect(await unpackedNames()).toEqual(['agent/other.json'])
})

const whole = () => packed({ 'langgraph.json': '{}', 'agent.ts': 'x'.repeat(5_000) })

it.each([
  ['no tar', async () => gzipSync(Buffer.from('x'.repeat(2_000)))],
  ['an empty one', async () => gzipSync(await packTar([]))],
  ['one that ends too early', async () => (await whole()).subarray(0, -20)],
  ['one that is no zip', async () => Buffer.from('hello')],
  ['one that is packed twice', async () => gzipSync(await whole())],
  [
    'links alone',
    async () => packed({}, [{ header: { name: 'a', size: 0, type: 'symlink', linkname: 'b' } }]),
  ],
])('refuses %s', async (_name, archive) => {
  const refused = unpack(await archive())
  await expect(refused).rejects.toThrow(RolloutFailure)
  await expect(refused).rejects.toThrow(/^The archive cannot be unpacked \(.+\)\. Pack the folder/)
})

it('refuses what comes to more than its limits', async () => {
  const big = { bytes: 1024 * 1024, entries: 10 }
  const bomb = await packed({ 'langgraph.json': '{}', zeros: '0'.repeat(2 * 1024 * 1024) })
  expect(bomb.byteLength).toBeLessThan(10_000)
  await expect(unpack(bomb, big)).rejects.toThrow('unpacks to more than 1 MB')
  const names = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`f${index}`, '']))
  await expect(unpack(await packed(names), big)).rejects.toThrow('holds more than 10 files')
})
