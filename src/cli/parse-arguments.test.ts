import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkoutRoot } from './checkout.mjs'
import { startOptions } from './commands/start.mjs'
import { commands } from './commands.mjs'
import { UsageError } from './options.mjs'
import { helpText, parseArguments } from './parse-arguments.mjs'

const wordsOf = (line: string) => line.split(' ').filter(Boolean)
/** The options of `start`, or what else the words ask for. */
function parse(line: string, env: Record<string, string> = {}) {
  const parsed = parseArguments(wordsOf(line), env, commands)
  return typeof parsed === 'string' ? parsed : startOptions(parsed.given)
}

describe('quarterdeck start', () => {
  it('leaves out what was not said, but for the data directory', () => {
    const env = { QUARTERDECK_HOME: '/data/deck' }
    expect(parse('start', env)).toEqual({
      port: undefined,
      host: undefined,
      dataDir: resolve('/data/deck'),
      configFile: null,
    })
  })

  it('takes every option, with a space or an equals sign', () => {
    const expected = {
      port: 0,
      host: '::1',
      dataDir: resolve('/srv/deck'),
      configFile: resolve('/etc/deck.json'),
    }
    expect(parse('start --port 0 --host ::1 --data /srv/deck --config /etc/deck.json')).toEqual(
      expected,
    )
    expect(parse('start --port=0 --host=::1 --data=/srv/deck --config=/etc/deck.json')).toEqual(
      expected,
    )
  })

  it('prefers --data to QUARTERDECK_HOME, and that to the home directory', () => {
    const env = { QUARTERDECK_HOME: '/from/env', HOME: '' }
    expect(parse('start --data /from/option', env)).toMatchObject({
      dataDir: resolve('/from/option'),
    })
    expect(parse('start', env)).toMatchObject({ dataDir: resolve('/from/env') })
    expect(parse('start', { QUARTERDECK_HOME: '', HOME: '' })).toMatchObject({
      dataDir: join(userInfo().homedir, '.quarterdeck'),
    })
  })

  it('reads a relative --data from where npm was called when npm runs our own script', () => {
    const env = { INIT_CWD: '/somewhere', npm_package_json: join(checkoutRoot, 'package.json') }
    expect(parse('start --data deck', env)).toMatchObject({ dataDir: resolve('/somewhere/deck') })
    const foreign = { ...env, npm_package_json: '/other/package.json' }
    expect(parse('start --data deck', foreign)).toMatchObject({ dataDir: resolve('deck') })
  })

  it.each(['-1', '65536', '4100x', '1.5', '0x10', '123456'])('refuses the port %s', (port) => {
    expect(() => parse(`start --port=${port}`)).toThrow(UsageError)
    expect(() => parse(`start --port=${port}`)).toThrow(`not "${port}"`)
  })
})

it.each([
  ['', 'help'],
  ['--help', 'help'],
  ['-h', 'help'],
  ['start --help', 'help'],
  ['start --port x --help', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
])('"%s" asks for the %s', (line, name) => {
  expect(parse(line)).toBe(name)
})

it.each([
  ['stop', 'Unknown command "stop".'],
  ['start now', '"now" is one word too many.'],
  ['start --prot 1', 'Unknown option --prot.'],
  ['start -p 1', 'Unknown option -p.'],
  ['--port 1', 'Which command?'],
  ['start --port', '--port needs a value.'],
  ['start --host --port 1', '--host needs a value.'],
  ['start --data=', '--data needs a value.'],
  ['--help=yes', '--help takes no value.'],
  ['start --role admin', '"start" has no option --role.'],
  ['backup', '"backup" needs FOLDER.'],
  ['user', '"user" needs ACTION.'],
  ['user ban ada', '"user" takes list, add, password, remove, not "ban".'],
  ['user add', '"user add" needs a NAME.'],
  ['user add ada --role captain', '--role takes reviewer, viewer, operator, admin, not "captain".'],
])('"%s" is answered with: %s', (line, message) => {
  expect(() => parse(line)).toThrow(UsageError)
  expect(() => parse(line)).toThrow(message)
})

it('the help names every command and every option', () => {
  const help = helpText(commands)
  for (const { name, options } of commands) {
    expect(help).toContain(`quarterdeck ${name}`)
    for (const option of Object.keys(options)) expect(help).toContain(`--${option}`)
  }
})
