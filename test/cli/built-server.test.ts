import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { ensureServerBuilt } from '../../src/cli/building/built-server.mjs'
import { checkoutRoot } from '../../src/cli/checkout.mjs'
import { temporaryFolder } from './temporary-folder.ts'

const config = 'src/server/vite.server.config.ts'
const programs = [
  'main',
  'working-folder/main',
  'executor/main',
  'type-reader/main',
  'ui-builder/main',
]

/** One with all that is built, and next to nothing in it. */
function smallCheckout() {
  const root = temporaryFolder()
  for (const program of programs) {
    const file = join(root, `src/server/${program}.ts`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `export const name: string = '${program}'\n`)
  }
  cpSync(join(checkoutRoot, config), join(root, config))
  symlinkSync(join(checkoutRoot, 'node_modules'), join(root, 'node_modules'))
  return root
}

it('the server is built once for each state of its sources, and the build before stays for who runs it', async () => {
  const root = smallCheckout()
  const builds = () => readdirSync(join(root, 'dist/server'))

  const first = await ensureServerBuilt(root)
  const files = ['start.mjs', 'dev.mjs', 'executor.mjs', 'type-reader.mjs', 'ui-builder.mjs']
  expect(readdirSync(first)).toEqual(expect.arrayContaining(files))
  const { mtimeMs } = statSync(join(first, 'start.mjs'))
  expect(await ensureServerBuilt(root)).toBe(first)
  expect(statSync(join(first, 'start.mjs')).mtimeMs).toBe(mtimeMs)

  const change = () => appendFileSync(join(root, 'src/server/main.ts'), '// changed\n')
  change()
  const [second, other] = await Promise.all([ensureServerBuilt(root), ensureServerBuilt(root)])
  expect(second).not.toBe(first)
  expect(other).toBe(second)
  expect(builds().sort()).toEqual([basename(first), basename(second)].sort())
  // Many more, of which the last is the oldest.
  const more = Array.from({ length: 19 }, (_, index) => `more-${index}`)
  for (const [index, name] of more.entries()) {
    mkdirSync(join(root, 'dist/server', name))
    utimesSync(join(root, 'dist/server', name), 1_000 - index, 1_000 - index)
  }
  change()
  const third = await ensureServerBuilt(root)
  const kept = [first, second, third].map((folder) => basename(folder))
  expect(builds().sort()).toEqual([...kept, ...more.slice(0, 17)].sort())
})

it('places are those of the source, however deep what is built lies, and only what can be followed is built', async () => {
  const root = smallCheckout()
  const main = join(root, 'src/server/main.ts')
  writeFileSync(
    main,
    `import path from 'node:path'
import { fileURLToPath } from 'node:url'
export const places = [
  fileURLToPath(new URL('./db/migrations/', import.meta.url)),
  fileURLToPath(new URL('./executor/main.ts', import.meta.url)),
  path.join(import.meta.dirname, '../../package.json'),
]
`,
  )
  const folder = await ensureServerBuilt(root)
  const { places } = await import(pathToFileURL(join(folder, 'start.mjs')).href)
  expect(places).toEqual([
    join(root, 'src/server/db/migrations/'),
    join(folder, 'executor.mjs'),
    join(root, 'package.json'),
  ])

  writeFileSync(main, 'export const own = import.meta.url\n')
  await expect(ensureServerBuilt(root)).rejects.toThrow(
    /Name places by new URL.*Building the server failed/s,
  )
  expect(readdirSync(join(root, 'dist/server'))).toEqual([basename(folder)])
})
