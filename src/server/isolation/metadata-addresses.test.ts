import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { takesRules } from '../../../test/helpers/kernel-rules.ts'
import { closeMetadata, openMetadata } from './metadata-addresses.ts'

/** No server hands these out. */
const users = { first: 4_200_000_000, last: 4_200_000_999 }

const speaks6 = existsSync('/proc/net/if_inet6')

/** Where these users may not connect to, as the kernel tells it. */
function closed(): string[] {
  return ['-4', ...(speaks6 ? ['-6'] : [])].flatMap((family) => {
    const said = execFileSync('ip', [family, 'rule', 'show', 'pref', '9169']).toString()
    const rules = said.split('\n').filter((line) => line.includes(`${users.first}-${users.last}`))
    return rules.map((line) => / to (\S+) .*prohibit/.exec(line)?.[1] ?? line)
  })
}

it.runIf(takesRules())(
  '35.2: metadata addresses are closed to users once, however often, and opened again',
  async () => {
    await openMetadata(users)
    expect(closed()).toEqual([])
    expect(await closeMetadata(users)).toBeNull()
    expect(await closeMetadata(users)).toBeNull()
    expect(closed()).toEqual([
      '169.254.0.0/16',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
      ...(speaks6 ? ['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42'] : []),
    ])
    await openMetadata(users)
    expect(closed()).toEqual([])
  },
)

it.runIf(takesRules())('35.2: what the kernel refuses is told as it says it', async () => {
  const problem = await closeMetadata({ first: 2, last: 1 })
  expect(problem).toMatch(/\S/)
  expect(problem).not.toMatch(/\n/)
})
