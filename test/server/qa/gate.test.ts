import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiToken } from '../../../src/contract/gateway/api-tokens.ts'
import { GateError } from '../../../src/server/qa/gate/gate-error.ts'
import { type GateOrder, runGate } from '../../../src/server/qa/gate/run-gate.ts'
import { type Desk, startDesk } from './qa-stack.ts'

const password = 'open sesame'
let desk: Desk
let token: string
beforeAll(async () => {
  desk = await startDesk({ password })
  const signedIn = await desk.stack.call('POST', '/gateway/session', { name: 'admin', password })
  const response = await fetch(`${desk.stack.url}/gateway/tokens`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '',
    },
    body: JSON.stringify({ name: 'pipeline', role: 'operator' }),
  })
  token = ((await response.json()) as ApiToken & { token: string }).token
})
afterAll(() => desk.stack.close())

const steps = (key: string, checks: object[]) =>
  JSON.stringify({ key, turns: [{ do: 'send', text: '1 step of 0 seconds' }], checks })
const good = { check: 'contains', text: 'All done' }
const bad = { check: 'contains', text: 'never said' }

async function gate(lines: string[], more: Partial<GateOrder> = {}) {
  const said: string[] = []
  const passed = await runGate({
    file: { name: 'suite.jsonl', text: lines.join('\n') },
    server: desk.stack.url,
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
    expect(strict.said.at(-1)).toBe('1 of 2 cases passed (50 %, 100 % needed).')
    expect((await gate(lines, { minPass: 0.5 })).passed).toBe(true)
    const { passed, said } = await gate(lines, { against: 'examples', repeats: 2, passesNeeded: 2 })
    expect(passed).toBe(false)
    expect(said).toContain('8 of 8 attempts')
    // The suite of a file is one, whose versions follow it.
    const suites = await fetch(`${desk.stack.url}/gateway/qa/suites`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const named = ((await suites.json()) as { name: string; version: number }[]).filter(
      ({ name }) => name === 'suite.jsonl',
    )
    expect(named).toMatchObject([{ version: 1 }])
  })

  it('leaves what no check decides to people', async () => {
    const lines = [steps('a', [good]), steps('b', [])]
    const { passed, said } = await gate(lines)
    expect(passed).toBe(false)
    expect(said.at(-1)).toBe('No check decides about 1: b. They need judging.')
    expect((await gate(lines, { unjudged: 'warn' })).passed).toBe(true)
  })

  it('takes a revision by how its id begins, and writes the reports', async () => {
    const reports: Record<string, string> = {}
    const write = (format: string) => async (body: string) => {
      reports[format] = body
    }
    const { passed } = await gate([steps('a', [good])], {
      target: `examples@${desk.deployment.latest_revision_id?.slice(0, 8)}`,
      reports: { junit: write('junit'), html: write('html') },
    })
    expect(passed).toBe(true)
    expect(reports.junit).toMatch(/^<\?xml[\s\S]*<testcase [^>]*name="a"/)
    expect(reports.html).toMatch(/^<!doctype html>/i)
    expect(JSON.stringify(reports)).not.toContain(token)
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
  const file = path.join(desk.stack.folder, 'suite.jsonl')
  const junit = path.join(desk.stack.folder, 'out.xml')
  await writeFile(file, [steps('a', [good]), steps('b', [bad])].join('\n'))
  const command = (...args: string[]) =>
    promisify(execFile)(process.execPath, [entry, 'qa', 'run', file, ...args], {
      env: { PATH: process.env.PATH, HOME: desk.stack.folder, QUARTERDECK_TOKEN: token },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
    )
  const to = ['--server', desk.stack.url, '--target', 'examples', '--assistant', 'slow']
  const [passed, below, wrong, away] = await Promise.all([
    command(...to, '--min-pass', '0.5', '--junit', junit),
    command(...to),
    command(...to, '--per-case', '3/2'),
    command('--server', 'http://127.0.0.1:9', '--target', 'examples'),
  ])
  expect([passed?.code, below?.code, wrong?.code, away?.code]).toEqual([0, 1, 2, 3])
  expect(passed?.said).toMatch(/1 of 2 cases passed \(50 %, 50 % needed\)\.\nPassed\.\n$/)
  expect(wrong?.said).toContain('--per-case takes K/N with K from 1 to N.')
  expect(await readFile(junit, 'utf8')).toContain('never said')
})
