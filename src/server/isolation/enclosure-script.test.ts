import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { exportsOf } from './enclosure-script.ts'

it('an environment comes through a shell as it is, whatever is in it', () => {
  const env = {
    PLAIN: 'yes',
    QUOTES: `it's "so" $HOME \`id\` \\`,
    LINES: 'one\ntwo\n',
    'odd-name.x': "o'dd",
  }
  const printed = execFileSync(
    '/bin/sh',
    ['-c', 'eval "$(cat)"; exec "$@"', 'sh', '/usr/bin/env', '-0'],
    { input: exportsOf(env), env: {} },
  )
  const found = Object.fromEntries(
    printed
      .toString()
      .split('\0')
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )
  expect(found).toMatchObject(env)
})
