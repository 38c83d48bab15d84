import { expect, it } from 'vitest'
import { prepareSystemPackages, type SystemPackage } from './system-package.ts'

const there: SystemPackage = { name: 'there', what: 'what is there', isThere: () => true }

/** Two packages that are not there until apt-get was run for them. */
function machine({ hasApt = true } = {}) {
  const installed = new Set<string>()
  const commands: string[][] = []
  const packages = ['chromium', 'postgresql'].map((name) => ({
    name,
    what: `the program ${name}`,
    isThere: () => installed.has(name),
  }))
  const install = (args: string[]) => {
    commands.push(args)
    if (!hasApt) throw new Error('there is no apt-get')
    for (const name of args) installed.add(name)
  }
  const said: string[] = []
  const prepare = (
    env: Record<string, string | undefined>,
    wanted: SystemPackage[] = [there, ...packages],
  ) => prepareSystemPackages(wanted, env, (line) => said.push(line), install)
  return { prepare, commands, said }
}

it('installs nothing unasked, and says what is missing and how to get it', () => {
  const { prepare, commands } = machine()
  const missing = prepare({})
  expect(missing).toHaveLength(2)
  expect(missing[1]).toContain('the program postgresql')
  expect(missing[1]).toContain('apt-get install -y postgresql')
  expect(missing[1]).toContain('QUARTERDECK_TEST_INSTALL=1')
  expect(commands).toEqual([])
})

it.each([{ CI: 'true' }, { QUARTERDECK_TEST_INSTALL: '1' }])(
  'installs what is missing, and only that, with %o, and says so',
  (env) => {
    const { prepare, commands, said } = machine()
    expect(prepare(env)).toEqual([])
    expect(commands.map((args) => args.filter((one) => !one.startsWith('-')))).toEqual([
      ['update'],
      ['install', 'chromium', 'postgresql'],
    ])
    expect(said).toEqual(['Installing for the tests: chromium, postgresql.'])
  },
)

it('touches nothing where everything is there', () => {
  const { prepare, commands, said } = machine()
  expect(prepare({ CI: 'true' }, [there])).toEqual([])
  expect([...commands, ...said]).toEqual([])
})

it('an installation that fails is told, and what is missing still named', () => {
  const { prepare, said } = machine({ hasApt: false })
  expect(prepare({ CI: 'true' })).toHaveLength(2)
  expect(said[1]).toContain('there is no apt-get')
})
