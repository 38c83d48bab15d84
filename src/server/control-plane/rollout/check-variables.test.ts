import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { knownVariables } from '../../../contract/control-plane/known-variables.ts'
import { checkVariables } from './check-variables.ts'

const check = (env: Record<string, string>) => checkVariables(env, 'Secrets')
const namesWith = (effect: string) =>
  knownVariables.filter((one) => one.effect === effect).map(({ name }) => name)

it.each(namesWith('told'))('36.3: tells that there is nothing for %s', (name) => {
  expect(check({ [name]: 'hidden-value' })).toEqual([
    expect.stringContaining(`Secrets: ${name} has no effect.`),
  ])
})

it.each(namesWith('refused'))('36.3: refuses %s by its name', (name) => {
  expect(() => check({ [name]: 'hidden-value' })).toThrow(`Secrets: ${name} is not supported here.`)
})

it.each([
  ['BG_JOB_TIMEOUT_SECS', ['0', ' 90 ', '0.5'], ['1h', '-1', 'Infinity']],
  ['N_JOBS_PER_WORKER', ['1', '25'], ['0', '2.5', 'all']],
  ['RESUMABLE_STREAM_TTL_SECONDS', ['120'], ['two minutes']],
  [
    'LANGGRAPH_CONFIG',
    [
      '{}',
      '{"agent": {"configurable": {"model": "m"}, "context": {"a": 1}, "recursion_limit": 5}}',
    ],
    ['{', '[]', '{"agent": 5}', '{"agent": {"configurabel": {}}}'],
  ],
  ['LOG_LEVEL', ['debug', 'INFO', 'of my own'], []],
  ['CORS_ALLOW_ORIGINS', ['*', 'https://example.com, http://localhost:3000'], []],
])(
  '36.3: takes of %s what can be used, and refuses the rest without telling it',
  (name, good, bad) => {
    for (const value of [...good, '', ' ']) expect(check({ [name]: value })).toEqual([])
    for (const value of bad) {
      expect(() => check({ [name]: value })).toThrow(`${name} must be `)
      expect(() => check({ [name]: `hidden-value${value}` })).not.toThrow('hidden-value')
    }
  },
)

it('names all that it refuses, and has no word on variables of the project’s own', () => {
  expect(check({ MODEL: 'large', LANGGRAPH_ELSE: 'x' })).toEqual([])
  expect(() =>
    check({ N_JOBS_PER_WORKER: 'x', POSTGRES_URI_CUSTOM: 'y', REDIS_CLUSTER: 'z' }),
  ).toThrow(/N_JOBS_PER_WORKER must be .*POSTGRES_URI_CUSTOM is not supported here/)
})

it('the documentation has the same list', async () => {
  const guide = await readFile(new URL('../../../../docs/deploying.md', import.meta.url), 'utf8')
  const word = { used: 'Used', refused: 'Refused', told: 'Told in the build log' }
  const rows = knownVariables.map(
    ({ name, effect, why }) => `| \`${name}\` | ${word[effect]} | ${why} |`,
  )
  expect(guide).toContain(
    ['| Variable | What becomes of it | |', '|---|---|---|', ...rows].join('\n'),
  )
})
