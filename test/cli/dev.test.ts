import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ensureConsoleBuilt } from '../../src/cli/building/built-console.mjs'
import { checkoutRoot } from '../../src/cli/checkout.mjs'
import { eachMayTake } from '../helpers/each-may-take.ts'
import { copyNewDatabase } from '../helpers/new-database.ts'
import { SHORT_LIVED } from '../helpers/short-lived.ts'
import { endLaunched, launch } from './launch.ts'
import { temporaryFolder } from './temporary-folder.ts'

eachMayTake(2)

const graph = `import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { word } from './words.mjs'

console.log('loading', word)
export const agent = new StateGraph(MessagesAnnotation)
  .addNode('say', () => ({ messages: [{ role: 'assistant', content: word }] }))
  .addEdge(START, 'say')
  .compile()
`
const words = (word: string) => `export const word = '${word}'\n`

/** A folder with an agent, and a data directory whose database need not be made first. */
async function newFolder() {
  const [root, data] = [temporaryFolder(), temporaryFolder()]
  const folder = join(root, 'My Agent')
  mkdirSync(folder)
  await copyNewDatabase(join(data, 'db'))
  const save = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  }
  save({
    'langgraph.json': '{"graphs": {"agent": "./graph.mjs:agent"}}',
    'graph.mjs': graph,
    'words.mjs': words('first'),
  })
  return { folder, data, save }
}

const devWith = (env: Record<string, string>, ...args: string[]) =>
  launch(
    process.execPath,
    [...SHORT_LIVED, join(checkoutRoot, 'src/cli/quarterdeck.mjs'), 'dev', '--no-open', ...args],
    env,
  )
const dev = (...args: string[]) => devWith({}, ...args)

const AGENT = /Agent +(http:\S+)/
const API_KEY = /API key +in (.+) \(X-Api-Key\)/

async function ask(program: ReturnType<typeof dev>) {
  const address = await program.printed(AGENT)
  const key = readFileSync(await program.printed(API_KEY), 'utf8').trim()
  const json = async (path: string, body?: object) => {
    const response = await fetch(address + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  return { address, key, json }
}

const childrenOf = (pid: number | undefined) =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => (line.trim() ? Number(line) : []))

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

beforeAll(() => ensureConsoleBuilt(checkoutRoot))
afterEach(endLaunched)

describe('quarterdeck dev', () => {
  it('serves a folder, follows what is saved, tells faults with their line, and keeps threads', async () => {
    const { folder, data, save } = await newFolder()
    const first = dev(folder, '--port', '0', '--data', data)
    await first.printed(/(live) after [\d.]+ s$/m)
    await first.printed(/agent \| (loading first)/)
    const { address, key, json } = await ask(first)
    expect(address).toMatch(/\/agents\/my-agent$/)
    const { thread_id } = (await json('/threads', {})) as { thread_id: string }
    const run = { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'hi' }] } }
    const wait = `/threads/${thread_id}/runs/wait`
    expect(JSON.stringify(await json(wait, run))).toContain('first')

    save({ 'words.mjs': words('second') })
    await first.printed(/(live) after [\d.]+ s \(words\.mjs\)/)
    expect(JSON.stringify(await json(wait, run))).toContain('second')
    save({ 'words.mjs': `${words('broken')}throw new Error('boom')\n` })
    await first.printed(/(not live): .*“boom” at words\.mjs:2/)
    await first.printed(/What was (live at [\d:]+ goes on serving)/)
    expect(JSON.stringify(await json(wait, run))).toContain('second')

    const other = await dev(folder, '--port', '0', '--data', data).ended
    expect(other.code).toBe(1)
    expect(other.output.trim()).toMatch(/^The data directory .* is in use by process \d+\./)

    first.child.kill('SIGTERM')
    const { code, output } = await first.ended
    expect(code).toBe(0)
    expect(output).not.toContain(key)
    expect(readdirSync(folder).sort()).toEqual(['graph.mjs', 'langgraph.json', 'words.mjs'])

    save({ 'words.mjs': words('third') })
    const again = dev(folder, '--port', '0', '--data', data)
    await again.printed(/(live) after/)
    const { messages } = (await (await ask(again)).json(`/threads/${thread_id}/state`)).values
    expect(messages).toHaveLength(6)
    again.child.kill('SIGINT')
    expect((await again.ended).code).toBe(0)
  })

  it('begins in a folder that holds nothing yet', async () => {
    const { folder, data, save } = await newFolder()
    rmSync(join(folder, 'langgraph.json'))
    const program = dev(folder, '--port', '0', '--data', data, '--name', 'other')
    await program.printed(/(not live): There is no langgraph\.json in /)
    await program.printed(/(Nothing serves yet)/)
    save({ 'langgraph.json': '{"graphs": {"agent": "./graph.mjs:agent"}}' })
    await program.printed(/(live) after [\d.]+ s \(langgraph\.json\)/)
    expect(await program.printed(AGENT)).toMatch(/\/agents\/other$/)
    program.child.kill('SIGTERM')
    await program.ended
  })

  it.each(['SIGHUP', 'SIGKILL'] as const)('leaves no process behind on %s', async (signal) => {
    const { folder, data } = await newFolder()
    const program = dev(folder, '--port', '0', '--data', data)
    await program.printed(/(live) after/)
    // The one that serves, and those for the next saves.
    await expect.poll(() => childrenOf(program.child.pid).length).toBeGreaterThanOrEqual(2)
    const children = childrenOf(program.child.pid)
    program.child.kill(signal)
    expect((await program.ended).code).toBe(signal === 'SIGHUP' ? 0 : null)
    await expect.poll(() => children.filter(isAlive)).toEqual([])
  })

  it.each(['require', 'required'])(
    '%s refuses to serve where only code that is kept apart may be',
    async (isolation) => {
      const { folder, data } = await newFolder()
      const env = { QUARTERDECK_ISOLATION: isolation }
      const ended = await devWith(env, folder, '--port', '0', '--data', data).ended
      expect(ended.code).toBe(1)
      expect(ended.output).toMatch(/^QUARTERDECK_ISOLATION=require serves only code that is kept/)
    },
  )

  it.each([
    [['/no/such/folder'], 1, 'There is no folder /no/such/folder.'],
    [['.', '--name', 'Not This'], 2, /^--name takes lower-case letters/],
    [
      ['.', '--config-path', '../langgraph.json'],
      2,
      '--config-path takes a path within the folder.',
    ],
  ])('refuses %j in one sentence', async (args, code, sentence) => {
    const ended = await dev(...args, '--data', temporaryFolder()).ended
    expect(ended.code).toBe(code)
    expect(ended.output.trim()).toMatch(sentence)
  })
})
