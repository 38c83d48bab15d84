import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ensureBuilt } from '../../../src/cli/build.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const assets = path.join(root, 'dist/console/assets')
const budgetBytes = 180_000

/** Files that a browser needs before it can show the list of deployments, by their imports. */
function neededScripts(): string[] {
  const index = readFileSync(path.join(root, 'dist/console/index.html'), 'utf8')
  const page = readdirSync(assets).find((name) => /^deployments-page-.*\.js$/.test(name))
  if (!page) throw new Error('The list of deployments is not a file of its own any more.')
  const needed = new Set<string>()
  const waiting = [...index.matchAll(/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name)
  waiting.push(page)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (needed.has(name)) continue
    needed.add(name)
    const code = readFileSync(path.join(assets, name), 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
      waiting.push(imported)
    }
  }
  return [...needed]
}

it('the first load of the deployments page is at most 180 KB of compressed JavaScript', async () => {
  await ensureBuilt(root)
  const sizes = neededScripts().map((name) => ({
    name,
    bytes: gzipSync(readFileSync(path.join(assets, name))).length,
  }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(sizes.length).toBeGreaterThan(2)
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(budgetBytes)
})
