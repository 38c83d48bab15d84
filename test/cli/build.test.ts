import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sourcesHash } from '../../src/cli/building/sources-hash.mjs'
import { temporaryFolder } from './temporary-folder.ts'

it('what is built is known by the names and contents of its sources, and nothing else', () => {
  const root = temporaryFolder()
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  mkdirSync(join(root, 'src/console'), { recursive: true })
  mkdirSync(join(root, 'src/server'), { recursive: true })
  write('src/console/main.tsx', 'one')
  const hash = () => sourcesHash(root, ['src/console', 'docs'])
  const first = hash()

  write('src/console/main.test.tsx', 'a test')
  write('src/server/main.ts', 'server code')
  mkdirSync(join(root, 'src/console/__pycache__'))
  write('src/console/__pycache__/main.cpython-311.pyc', 'of a run')
  expect(hash()).toBe(first)

  write('src/console/main.tsx', 'two')
  const second = hash()
  expect(second).not.toBe(first)

  renameSync(join(root, 'src/console/main.tsx'), join(root, 'src/console/start.tsx'))
  expect(hash()).not.toBe(second)
})
