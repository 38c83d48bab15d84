import { expect, it } from 'vitest'
import { type Machine, prepareSystemPackages, type SystemPackage } from './system-package.ts'

const there: SystemPackage = { name: 'there', what: 'what is there', isThere: () => true }

/** A machine without two packages, where installing them works unless `works` is false. */
function machineOf(own: Partial<Pick<Machine, 'aptGet' | 'ask'>> = {}, works = true) {
  const installed = new Set<string>()
  const commands: string[] = []
  const said: string[] = []
  const packages = ['chromium', 'postgresql'].map((name) => ({
    name,
    what: `the program ${name}`,
    isThere: () => installed.has(name),
  }))
  const machine: Machine = {
    aptGet: ['apt-get'],
    ask: null,
    run(command) {
      commands.push(command.filter((one) => !one.startsWith('-')).join(' '))
      if (!works) throw new Error('no network')
      for (const name of command) installed.add(name)
    },
    tell: (line) => void said.push(line),
    ...own,
  }
  const prepare = (mayInstall = true, wanted: SystemPackage[] = [there, ...packages]) =>
    prepareSystemPackages(wanted, machine, mayInstall)
  return { prepare, commands, said }
}

const installs = ['apt-get update', 'apt-get install chromium postgresql']

it('installs what is missing, and only that, after a line that says so', async () => {
  const { prepare, commands, said } = machineOf()
  expect(await prepare()).toEqual([])
  expect(commands).toEqual(installs)
  expect(said).toEqual([
    'Installing for the tests: chromium, postgresql. “npm test -- --no-install” does not.',
  ])
})

it('asks first where there is a terminal, and does without where it is refused', async () => {
  for (const isWanted of [true, false]) {
    const questions: string[] = []
    const { prepare, commands } = machineOf({
      ask: async (question) => {
        questions.push(question)
        return isWanted
      },
    })
    expect(await prepare()).toHaveLength(isWanted ? 0 : 2)
    expect(questions).toEqual([
      'The tests need chromium, postgresql. Install it with apt-get? [Y/n] ',
    ])
    expect(commands).toEqual(isWanted ? installs : [])
  }
})

it('installs nothing with --no-install, nor where it would need a password, and names the command', async () => {
  const refused = machineOf()
  const unable = machineOf({ aptGet: null })
  for (const [{ prepare, commands, said }, mayInstall] of [
    [refused, false],
    [unable, true],
  ] as const) {
    const missing = await prepare(mayInstall)
    expect(missing).toHaveLength(2)
    expect(missing[1]).toContain('the program postgresql')
    expect(missing[1]).toContain('apt-get install -y postgresql')
    expect([...commands, ...said]).toEqual([])
  }
})

it('uses apt-get as it works without a password', async () => {
  const { prepare, commands } = machineOf({ aptGet: ['sudo', '-n', 'apt-get'] })
  expect(await prepare()).toEqual([])
  expect(commands).toEqual(installs.map((command) => `sudo ${command}`))
})

it('touches nothing where everything is there', async () => {
  const { prepare, commands, said } = machineOf()
  expect(await prepare(true, [there])).toEqual([])
  expect([...commands, ...said]).toEqual([])
})

it('an installation that fails is told, and what is missing still named', async () => {
  const { prepare, said } = machineOf({}, false)
  expect(await prepare()).toHaveLength(2)
  expect(said[1]).toContain('no network')
})
