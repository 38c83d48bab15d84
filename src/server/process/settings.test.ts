import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { settings } from './settings.ts'

const guide = readFileSync(new URL('../../../docs/operators-guide.md', import.meta.url), 'utf8')

it('the operator’s guide lists every setting with its variable', () => {
  for (const [name, { env, isSecret }] of Object.entries(settings)) {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${name}\` | \`${env}\` |`))
    expect([name, row?.includes('; secret') ?? null]).toEqual([name, isSecret === true])
  }
})
