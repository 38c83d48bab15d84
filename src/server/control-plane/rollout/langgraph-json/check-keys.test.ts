import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { checkKeys } from './check-keys.ts'
import { knownKeys } from './known-keys.ts'

const check = (config: Record<string, unknown>) => checkKeys(config, 'langgraph.json')
const namesWith = (effect: string) =>
  knownKeys.filter((key) => key.effect === effect).map(({ name }) => name)

/** A config with one key that says something. */
function withKey(name: string): Record<string, unknown> {
  const [, outer, inner] = /^(\w+)\.(\w+)$/.exec(name) ?? []
  if (outer && inner) return { [outer]: { [inner]: 'x' } }
  const [, ofGraph] = /^graphs\.\*\.(.*)$/.exec(name) ?? []
  if (ofGraph) return { graphs: { agent: { [ofGraph]: 'x' } } }
  return { [name]: name === 'graphs' ? { agent: './a.ts:graph' } : { a: 1 } }
}

it.each(namesWith('refused'))('refuses %s by its name', (name) => {
  expect(() => check(withKey(name))).toThrow(`“${name}” is not supported`)
})

it.each(namesWith('told'))('tells that there is nothing for %s here', (name) => {
  expect(check(withKey(name))).toEqual([
    expect.stringContaining(`“${name.replace('*', 'agent')}” has no effect`),
  ])
})

it('has no word on what is used', () => {
  for (const name of namesWith('used')) expect(check(withKey(name))).toEqual([])
})

it('refuses every key that is not known, and names all that it refuses', () => {
  expect(() => check({ graphs: { agent: { path: './a.ts:b', env: 'x' } } })).toThrow(
    '“graphs.agent.env” is not a key that is known here',
  )
  expect(() => check({ auth: { path: './a.ts:a', pathh: 'x' } })).toThrow(
    '“auth.pathh” is not a key that is known here',
  )
  expect(() => check({ grafs: {}, authh: { path: 'x' }, encryption: { path: 'x' } })).toThrow(
    /“authh” is not a key that is known here.*“encryption” is not supported here/,
  )
})

it('a key that says nothing promises nothing', () => {
  expect(check({ auth: null, http: {}, store: {}, dockerfile_lines: [], ui: '' })).toEqual([])
  expect(check({ http: { disable_mcp: false } })).toEqual([])
})

it('the documentation has the same list', async () => {
  const guide = await readFile(new URL('../../../../../docs/deploying.md', import.meta.url), 'utf8')
  expect(guide).toContain(keysTable())
})

/** The table of the documentation. */
function keysTable(): string {
  const word = { used: 'Used', refused: 'Refused', told: 'Told in the build log' }
  const rows = knownKeys.map(
    ({ name, effect, why }) => `| \`${name}\` | ${word[effect]} | ${why} |`,
  )
  return ['| Key | What becomes of it | |', '|---|---|---|', ...rows].join('\n')
}
