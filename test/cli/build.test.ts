import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sourceHash } from '../../src/cli/build.mjs'
import { temporaryFolder } from './temporary-folder.ts'

it('the build stamp follows names and contents of the sources, and nothing else', () => {
  const root = temporaryFolder()
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  mkdirSync(join(root, 'src/console'), { recursive: true })
  mkdirSync(join(root, 'src/server'), { recursive: true })
  write('src/console/main.tsx', 'one')
  const first = sourceHash(root)

  write('src/console/main.test.tsx', 'a test')
  write('src/server/main.ts', 'server code')
  expect(sourceHash(root)).toBe(first)

  write('src/console/main.tsx', 'two')
  const second = sourceHash(root)
  expect(second).not.toBe(first)

  renameSync(join(root, 'src/console/main.tsx'), join(root, 'src/console/start.tsx'))
  expect(sourceHash(root)).not.toBe(second)
})
