import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { checkKeys } from './check-keys.ts'
import { effectIn, type KnownKey, knownKeys, type Language } from './known-keys.ts'

const languages: Language[] = ['javascript', 'python']
const check = (config: Record<string, unknown>, language: Language = 'javascript') =>
  checkKeys(config, 'langgraph.json', language)
const namesWith = (effect: KnownKey['effect'], language: Language) =>
  knownKeys.filter((key) => effectIn(language, key).effect === effect).map(({ name }) => name)
/** Each key of that effect, in each language. */
const casesOf = (effect: KnownKey['effect']) =>
  languages.flatMap((language) =>
    namesWith(effect, language).map((name): [Language, string] => [language, name]),
  )

/** A config with one key that says something. */
function withKey(name: string): Record<string, unknown> {
  const [, outer, inner] = /^(\w+)\.(\w+)$/.exec(name) ?? []
  if (outer && inner) return { [outer]: { [inner]: 'x' } }
  const [, ofGraph] = /^graphs\.\*\.(.*)$/.exec(name) ?? []
  if (ofGraph) return { graphs: { agent: { [ofGraph]: 'x' } } }
  return { [name]: name === 'graphs' ? { agent: './a.ts:graph' } : { a: 1 } }
}

it.each(casesOf('refused'))('refuses, with graphs in %s, %s by its name', (language, name) => {
  expect(() => check(withKey(name), language)).toThrow(`“${name}” is not supported`)
})

it.each(casesOf('told'))(
  'tells, with graphs in %s, that there is nothing for %s',
  (language, name) => {
    expect(check(withKey(name), language)).toEqual([
      expect.stringContaining(`“${name.replace('*', 'agent')}” has no effect`),
    ])
  },
)

it.each(languages)('has no word on what is used, with graphs in %s', (language) => {
  for (const name of namesWith('used', language)) {
    expect(check(withKey(name), language)).toEqual([])
  }
})

it('Python has keys of its own, and those that restrict, or add code, are dropped in neither language', () => {
  expect(namesWith('used', 'python')).toEqual(
    expect.arrayContaining(['source', 'python_version', 'http.cors', 'http.disable_threads']),
  )
  for (const language of languages) {
    const code = ['auth.path', 'http.app', 'http.enable_custom_route_auth']
    expect(namesWith('used', language)).toEqual(expect.arrayContaining(code))
    const dropped = namesWith('told', language).filter((name) =>
      /^(encryption|(auth|checkpointer)\.(?!openapi|cache)|webhooks\.(?!env_prefix)|http\.(disable_(?!ui)|cors))/.test(
        name,
      ),
    )
    expect(dropped).toEqual([])
  }
})

it.each(languages)(
  'refuses every key that is not known, with graphs in %s, and names all that it refuses',
  (language) => {
    expect(() => check({ graphs: { agent: { path: './a.ts:b', env: 'x' } } }, language)).toThrow(
      '“graphs.agent.env” is not a key that is known here',
    )
    expect(() => check({ auth: { path: './a.ts:a', pathh: 'x' } }, language)).toThrow(
      '“auth.pathh” is not a key that is known here',
    )
    expect(() =>
      check({ grafs: 'x', authh: { path: 'x' }, encryption: { path: 'x' } }, language),
    ).toThrow(
      /“grafs” is not a key that is known here.*“authh” is not a key that is known here.*“encryption” is not supported here/,
    )
    expect(() => check({ middleware: ['x'] }, language)).toThrow('“middleware” is not a key')
  },
)

it.each(languages)('says what is to be an object, with graphs in %s', (language) => {
  for (const name of ['auth', 'checkpointer', 'http', 'store', 'webhooks']) {
    expect(() => check({ [name]: './auth.ts:auth' }, language)).toThrow(
      `“${name}” must be an object with keys of its own.`,
    )
  }
})

it.each(languages)('names with a dollar are for editors, with graphs in %s', (language) => {
  expect(check({ $schema: 'x', $comment: 'y' }, language)).toEqual([])
})

it.each(languages)('a key that says nothing promises nothing, with graphs in %s', (language) => {
  const nothing = { auth: null, http: {}, store: {}, dockerfile_lines: [], ui: '' }
  expect(check(nothing, language)).toEqual([])
  expect(check({ http: { disable_mcp: false, app: '' } }, language)).toEqual([])
})

it('the documentation has the same list', async () => {
  const guide = await readFile(new URL('../../../../../docs/deploying.md', import.meta.url), 'utf8')
  expect(guide).toContain(keysTable())
})

/** The table of the documentation. */
function keysTable(): string {
  const word = { used: 'Used', refused: 'Refused', told: 'Told in the build log' }
  const rows = knownKeys.map(({ name, effect, why, python }) => {
    const inPython = python ? ` ${word[python.effect]}. ${python.why}` : ''
    return `| \`${name}\` | ${word[effect]} | ${why} |${inPython} |`
  })
  return [
    '| Key | What becomes of it | | In Python, where it differs |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}
