import { mkdir, mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ensureLibrary } from './link-library.ts'

it('33: what an installation that is gone has linked is linked anew, and told of once', async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-links-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const files = [path.join(root, 'src/graph.js')]
  expect(await ensureLibrary(root, [root], files)).toContain('@langchain/langgraph')
  const link = path.join(root, 'node_modules/@langchain/langgraph')
  const ours = await readlink(link)
  await rm(link)
  await symlink(path.join(root, '../gone/node_modules/@langchain/langgraph'), link)
  // A folder that leads elsewhere is not written to.
  const elsewhere = path.join(root, 'elsewhere')
  await mkdir(elsewhere)
  await mkdir(path.join(root, 'src'))
  await symlink(elsewhere, path.join(root, 'src/node_modules'))
  expect(await ensureLibrary(root, [root], files)).toEqual([])
  expect(await readlink(link)).toBe(ours)
})
