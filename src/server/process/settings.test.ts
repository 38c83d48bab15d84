import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { engineLimits } from '../agent-server/runs/engine-limits.ts'
import { clusterLimits } from '../cluster/cluster.ts'
import { defaultLimits } from '../control-plane/rollout/rollout-limits.ts'
import { readConfig } from './config.ts'
import { configuredOptions } from './configured-options.ts'
import { inWords } from './read-setting.ts'
import { type Setting, settings, startVariables } from './settings.mjs'

const guide = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')

function takes(setting: Setting): string {
  if (setting.type === 'number') return `${setting.least} to ${setting.most}`
  if (setting.type === 'boolean') return 'true or false'
  if (setting.type === 'choice') return inWords(setting.of)
  return setting.wants ?? 'text'
}

function standard({ standard: value, otherwise }: Setting): string {
  if (otherwise !== undefined) return otherwise
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
    ? 'none'
    : String(value)
}

const settingRows = Object.entries<Setting>(settings).map(
  ([name, setting]) =>
    `| \`${name}\` | \`${setting.env}\` | ${setting.text} | ${takes(setting)}${setting.isSecret ? '; secret' : ''} | ${standard(setting)} |`,
)
const variableRows = Object.entries(startVariables).map(
  ([name, { text, otherwise }]) => `| \`${name}\` | ${text} | ${otherwise} |`,
)

it.each([
  ['settings', ['| In the file | Variable | Meaning | Takes | Default |', ...settingRows]],
  ['start variables', ['| Variable | Meaning | Default |', ...variableRows]],
])('docs/configuration.md has the table of %s as they are', (_name, [head = '', ...rows]) => {
  const lines = guide.split('\n')
  const start = lines.indexOf(head) + 2
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'))
  expect(`\n${lines.slice(start, start + length).join('\n')}\n`).toBe(`\n${rows.join('\n')}\n`)
})

it('no two settings share a variable', () => {
  const names = [
    ...Object.keys(startVariables),
    ...Object.values<Setting>(settings).map(({ env }) => env),
  ]
  expect(new Set(names).size).toBe(names.length)
})

it('the defaults are those of the parts that are started without settings', async () => {
  const { config } = await readConfig({ dataDir: '/nowhere', configFile: null, env: {} })
  const { cluster, engine, rollouts } = configuredOptions(config)
  expect(clusterLimits({}, true)).toMatchObject(cluster ?? {})
  expect(engineLimits({})).toMatchObject(engine?.limits ?? {})
  expect(defaultLimits).toMatchObject(rollouts?.limits ?? {})
})
