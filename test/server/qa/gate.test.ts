import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GateError } from '../../../src/cli/gate/gate-error.ts'
import { type GateOrder, runGate } from '../../../src/cli/gate/run-gate.ts'
import type { ApiToken } from '../../../src/contract/gateway/api-tokens.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

const password = 'open sesame'
let qa: QaStack
let token: string
let cookie: string
beforeAll(async () => {
  qa = await startQaStack({ password })
  const signedIn = await qa.stack.call('POST', '/gateway/session', { name: 'admin', password })
  cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const made = await asAdmin('POST', '/gateway/tokens', { name: 'pipeline', role: 'operator' })
  token = (made as ApiToken & { token: string }).token
})
afterAll(() => qa?.stack.close())

const steps = (key: string, checks: object[]) =>
  JSON.stringify({ key, turns: [{ do: 'send', text: '1 step of 0 seconds' }], checks })
const good = { check: 'contains', text: 'All done' }
const bad = { check: 'contains', text: 'never said' }

const fileOf = (lines: string[], name: string) => ({ name, text: lines.join('\n') })
const sessionOf = ({ said }: { said: string[] }) => said[0]?.split('/').at(-1)

/** What an administrator says of the first case of a gate's session. */
const judge = (from: { said: string[] }, verdict: object) =>
  asAdmin('PUT', `/gateway/qa/sessions/${sessionOf(from)}/review/0`, verdict)

async function asAdmin(method: string, path: string, body: object) {
  const response = await fetch(`${qa.stack.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

async function gate(lines: string[], more: Partial<GateOrder> = {}) {
  const said: string[] = []
  const passed = await runGate({
    file: { name: 'suite.jsonl', text: lines.join('\n') },
    server: qa.stack.url,
    token,
    connection: 'local',
    target: 'examples',
    assistant: 'slow',
    repeats: 1,
    minPass: 1,
    unjudged: 'fail',
    acceptsSideEffects: false,
    reports: {},
    say: (line) => said.push(line),
    pauseMs: 20,
    ...more,
  })
  return { passed, said }
}

describe('a gate', () => {
  it('is passed by as many cases as it needs, and names those that fail', async () => {
    const lines = [steps('a', [good]), steps('b', [bad])]
    const strict = await gate(lines)
    expect(strict.passed).toBe(false)
    expect(strict.said.slice(-2)).toEqual([
      'Failed: b: answer contains “never said”: All done: 1 step completed.',
      '1 of 2 cases passed (50 %, 100 % needed).',
    ])
    expect((await gate(lines, { minPass: 0.5, target: qa.deployment.id })).passed).toBe(true)
    const { passed, said } = await gate(lines, { against: 'examples', repeats: 2, passesNeeded: 2 })
    expect(passed).toBe(false)
    expect(said).toContain('8 of 8 attempts')
    expect(said.join('\n')).toMatch(/^Failed: b \(0 of 2 passed\): answer contains/m)
    // The suite of a file is one, whose versions follow it.
    const suites = await fetch(`${qa.stack.url}/gateway/qa/suites`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const named = ((await suites.json()) as { name: string; version: number }[]).filter(
      ({ name }) => name === 'suite.jsonl',
    )
    expect(named).toMatchObject([{ version: 1 }])
  })

  it('leaves what no check decides to people', async () => {
    const lines = [steps('a', [good]), steps('b', [])]
    const { passed, said } = await gate(lines, { file: fileOf(lines, 'people.jsonl') })
    expect(passed).toBe(false)
    expect(said.slice(-3)).toEqual([
      '1 of 1 cases passed (100 %, 100 % needed).',
      'b: Needs judging: no check decides, and no equal answer was judged as passed.',
      'No check decides about 1: b. They need judging.',
    ])
    const warned = { file: fileOf(lines, 'people.jsonl'), unjudged: 'warn' } as const
    expect((await gate(lines, warned)).passed).toBe(true)
  })

  it('lets a case pass whose answer equals one that was judged as passed, and says which', async () => {
    const lines = [steps('b', [])]
    const file = fileOf(lines, 'judged.jsonl')
    const first = await gate(lines, { file })
    expect(first.passed).toBe(false)
    await judge(first, { a: { correct: 'fail' } })
    const failed = await gate(lines, { file })
    expect(failed.passed).toBe(false)
    expect(failed.said.at(-2)).toMatch(
      /an equal answer was judged as failed \(admin judged fail on /,
    )

    await judge(first, { a: { correct: 'pass' } })
    const reports: Record<string, string> = {}
    const write = (format: string) => async (body: string) => {
      reports[format] = body
    }
    const { passed, said } = await gate(lines, {
      file,
      reports: { junit: write('junit'), html: write('html'), markdown: write('markdown') },
    })
    expect(passed).toBe(true)
    const words = 'Equals an answer that admin judged pass on '
    const where = `${qa.stack.url}/qa/sessions/${sessionOf(first)}?attempt=`
    expect(said.at(-1)).toContain(`b: ${words}`)
    expect(said.at(-1)).toContain(where)
    expect(reports.junit).toMatch(new RegExp(`<system-out>${words}.*/qa/sessions/`))
    for (const body of Object.values(reports)) {
      expect(body).toContain(words)
      expect(body).toContain(`${sessionOf(first)}?attempt=`)
    }

    // Another answer, and the same to a case that says something else, are nobody's yet.
    const other = JSON.stringify({
      key: 'b',
      turns: [{ do: 'send', text: '2 steps of 0 seconds' }],
    })
    expect((await gate([other], { file: fileOf([other], 'judged.jsonl') })).passed).toBe(false)
    // Taken back, it decides nothing.
    await judge(first, {})
    expect((await gate(lines, { file })).passed).toBe(false)
  })

  it('takes a revision by how its id begins, and writes the reports', async () => {
    const reports: Record<string, string> = {}
    const write = (format: string) => async (body: string) => {
      reports[format] = body
    }
    const { passed } = await gate([steps('a', [good])], {
      target: `examples@${qa.deployment.latest_revision_id?.slice(0, 8)}`,
      reports: { junit: write('junit'), html: write('html') },
    })
    expect(passed).toBe(true)
    expect(reports.junit).toMatch(/^<\?xml[\s\S]*<testcase [^>]*name="a"/)
    expect(reports.html).toMatch(/^<!doctype html>/i)
    expect(JSON.stringify(reports)).not.toContain(token)
  })

  it('finds an agent server by the name of its connection, and a connection by its name', async () => {
    const one = [steps('a', [good])]
    await asAdmin('POST', '/gateway/connections', {
      name: 'The examples',
      kind: 'agent_server',
      base_url: `${qa.stack.url}/agents/examples`,
      api_key: qa.stack.apiKey,
    })
    const target = 'The examples'
    for (const connection of [undefined, target]) {
      expect(await gate(one, { connection, target })).toMatchObject({ passed: true })
    }
    // What is deployed here goes before it.
    expect(await gate(one, { connection: undefined })).toMatchObject({ passed: true })
    await expect(gate(one, { connection: 'Nobody', target })).rejects.toThrow(
      new GateError('There is no connection “Nobody”.'),
    )
  })

  it('says what of a file it does not take over', async () => {
    const said = await gate([], {
      file: fileOf(['{"suite":{"name":7}}', steps('a', [good])], 'left.jsonl'),
    })
    expect(said.said).toContain(
      'left.jsonl: What is said of the suite cannot be read and is not taken over: line 1.',
    )
  })

  it('could not decide where what it needs is not there', async () => {
    const one = [steps('a', [good])]
    await expect(gate(one, { target: 'nobody' })).rejects.toThrow(
      new GateError('There is no deployment “nobody”.'),
    )
    await expect(gate(one, { target: 'examples@ffff' })).rejects.toThrow(
      '“examples” has no revision that begins with ffff.',
    )
    await expect(gate(one, { assistant: undefined })).rejects.toThrow(/several assistants: /)
    await expect(gate(['{"key": "a"', steps('b', [good])])).rejects.toThrow(/^suite\.jsonl:1/)
    await expect(gate(one, { token: 'wrong' })).rejects.toThrow(/sign in|token/i)
  })
})

it('as a command ends with 0, 1, 2 or 3', async () => {
  const entry = path.resolve(import.meta.dirname, '../../../src/cli/quarterdeck.mjs')
  const file = path.join(qa.stack.folder, 'suite.jsonl')
  const junit = path.join(qa.stack.folder, 'out.xml')
  await writeFile(file, [steps('a', [good]), steps('b', [bad])].join('\n'))
  const command = (...args: string[]) =>
    promisify(execFile)(process.execPath, [entry, 'qa', 'run', file, ...args], {
      env: { PATH: process.env.PATH, HOME: qa.stack.folder, QUARTERDECK_TOKEN: token },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
    )
  const to = ['--server', qa.stack.url, '--target', 'examples', '--assistant', 'slow']
  const [passed, below, wrong, away, nowhere] = await Promise.all([
    command(...to, '--min-pass', '0.5', '--junit', junit),
    command(...to),
    command(...to, '--per-case', '3/2'),
    command('--server', 'http://127.0.0.1:9', '--target', 'examples'),
    command(...to, '--junit', path.join(qa.stack.folder, 'none', 'out.xml')),
  ])
  const all = [passed, below, wrong, away, nowhere]
  expect(all.map((one) => one?.code)).toEqual([0, 1, 2, 3, 2])
  expect(nowhere?.said).toMatch(/out\.xml cannot be written/)
  expect(nowhere?.said).not.toContain('Session')
  expect(passed?.said).toMatch(/1 of 2 cases passed \(50 %, 50 % needed\)\.\nPassed\.\n$/)
  expect(wrong?.said).toContain('--per-case takes K/N with K from 1 to N.')
  expect(await readFile(junit, 'utf8')).toContain('never said')
})
