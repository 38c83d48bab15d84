import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { installNode } from '../../helpers/nodes.ts'
import { drawn, type FolderBench, openFolderBench } from './bench.ts'

eachMayTake(2)

const graph = `import { Annotation, START, StateGraph } from '@langchain/langgraph'
import { word } from './words.ts'

const State = Annotation.Root({
  asked: Annotation<string[]>({ reducer: (all, more) => [...all, ...more], default: () => [] }),
  said: Annotation<string>(),
})

export const agent = new StateGraph(State)
  .addNode('say', ({ asked }) => ({ said: word(asked.length) }))
  .addEdge(START, 'say')
  .compile()
`
const words = (text: string) => `export const word = (count: number) => '${text} ' + count\n`
const config = JSON.stringify({ graphs: { agent: './graph.ts:agent' }, dependencies: ['.'] })

let bench: FolderBench

beforeAll(async () => {
  bench = await openFolderBench()
  await bench.save({ 'langgraph.json': config, 'graph.ts': graph, 'words.ts': words('first') })
  await bench.follow()
})
afterAll(() => bench?.close())

/** Brings the folder back to where each test begins. */
async function settle(): Promise<void> {
  await bench.save({ 'langgraph.json': config, 'graph.ts': graph, 'words.ts': words('calm') })
  await bench.answers('calm 1')
}

/** Removes a file that nothing imports any more. What follows it in order has been served once this resolves. */
async function remove(name: string): Promise<void> {
  await rm(path.join(bench.folder, name))
  await bench.save({ 'words.ts': words(`without ${name}`) })
  await bench.answers(`without ${name} 1`)
}

it('a folder that is nobody’s repository, without packages, is served as a deployment', async () => {
  expect(await bench.said()).toBe('first 1')
  expect(await bench.deployment()).toMatchObject({
    name: 'agent',
    source: 'folder',
    source_config: { repo_url: bench.folder, deployment_type: 'dev' },
    latest_revision_status: 'DEPLOYED',
  })
})

it('its process is said to be kept apart from nothing', async () => {
  const executor = await bench.stack.json('GET', '/agents/agent/executor')
  expect(executor).toMatchObject({
    isolation: 'none',
    not_separated: [expect.stringMatching(/working folder runs as the user who serves it/)],
  })
})

it('a saved file is live, and threads go on with it', async () => {
  await bench.save({ 'words.ts': words('turn') })
  await bench.answers('turn 1')
  const thread = await bench.thread()
  expect(await bench.said(thread)).toBe('turn 1')
  await bench.save({ 'words.ts': words('question') })
  await bench.answers('question 1')
  expect(await bench.said(thread)).toBe('question 2')
})

it('what is in the folder is left as it is: nothing is added to it', async () => {
  expect((await readdir(bench.folder)).sort()).toEqual(['graph.ts', 'langgraph.json', 'words.ts'])
})

it('what is made of TypeScript lies in the data directory, and nothing in the folder for temporary files', async () => {
  const temporary = path.join(bench.stack.folder, 'temporary')
  await mkdir(temporary)
  vi.stubEnv('TMPDIR', temporary)
  // Other variables are other processes, which are started now.
  await bench.save({
    '.env': 'WORD=kept\n',
    'words.ts': 'export const word = () => process.env.TMPDIR\n',
  })
  await bench.answers(temporary)
  vi.unstubAllEnvs()
  expect(await readdir(temporary)).toEqual([])
  expect((await readdir(bench.stack.folder, { recursive: true })).join('\n')).toMatch(
    /data\/working-folder\/library\/tsx-/,
  )
  await remove('.env')
})

it('a Node that the folder asks for runs it, and one that is not there changes nothing of what serves', async () => {
  const nvm = path.join(bench.stack.folder, 'nvm')
  const asking = (node_version: string) => JSON.stringify({ ...JSON.parse(config), node_version })
  vi.stubEnv('NVM_DIR', nvm)
  await installNode(nvm, '97.1.0')
  const runBy = 'export const word = () => process.env.RUN_BY\n'
  await bench.save({ 'langgraph.json': asking('97'), 'words.ts': runBy })
  await bench.answers('97.1.0')
  await bench.save({ 'langgraph.json': asking('98') })
  await expect
    .poll(async () => (await bench.deployment()).latest_revision_status)
    .toBe('CREATE_FAILED')
  expect(await bench.said()).toBe('97.1.0')
  vi.unstubAllEnvs()
  await settle()
})

it('what changed code had put into a file that is not changed is gone with it', async () => {
  const tools = (name: string) =>
    `import { all } from './registry.ts'\nall.push('${name}')\nexport const word = () => all.join(' ')\n`
  await bench.save({ 'registry.ts': 'export const all: string[] = []\n', 'words.ts': tools('one') })
  await bench.answers('one')
  await bench.save({ 'words.ts': tools('two') })
  await bench.answers('two')
  await settle()
  await remove('registry.ts')
})

it('a folder with an authorization of its own is served with it, from that save on', async () => {
  await settle()
  const auth = `import { Auth } from '@langchain/langgraph-sdk/auth'
export const auth = new Auth().authenticate(async (request) => {
  if (request.headers.get('authorization') !== 'Bearer ann') throw new Error('Nobody.')
  return { identity: 'ann', permissions: [] }
})
`
  const guarded = JSON.stringify({ ...JSON.parse(config), auth: { path: './auth.ts:auth' } })
  await bench.save({ 'auth.ts': auth, 'langgraph.json': guarded })
  const asked = (authorization: string) =>
    fetch(`${bench.stack.url}/agents/agent/threads`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    })
  await expect.poll(async () => (await asked('Bearer ann')).status).toBe(200)
  expect((await asked('Bearer bob')).status).toBe(500)
  await settle()
  await remove('auth.ts')
})

it('a file that is saved with the content that it had starts nothing', async () => {
  await settle()
  const before = await bench.revisions()
  await bench.save({ 'words.ts': words('calm') })
  await utimes(path.join(bench.folder, 'graph.ts'), new Date(), new Date())
  // What follows in order: had the others been loaded, they would stand before it.
  await bench.save({ 'words.ts': words('next') })
  await bench.answers('next 1')
  expect((await bench.revisions()).length).toBe(before.length + 1)
})

describe('what cannot be loaded is told with its file and line, and what worked goes on serving', () => {
  it.each([
    ['a syntax error', 'words.ts', 'export const word = (\n', /words\.ts:\d/],
    ['a missing package', 'words.ts', "import 'no-such-package'\n", /no-such-package.*words\.ts/],
    [
      'an error while it is loaded',
      'words.ts',
      "\nthrow new Error('boom')\n",
      /“boom” at words\.ts:2/,
    ],
    ['a wrong export', 'graph.ts', 'export const other = 1\n', /no export named “agent”/],
    ['what is no graph', 'graph.ts', 'export const agent = 1\n', /is not a graph/],
    ['a process that ends', 'graph.ts', 'process.exit(7)\n', /exited with code 7/],
    [
      'a broken langgraph.json',
      'langgraph.json',
      '{"graphs": ',
      /langgraph\.json is not valid JSON/,
    ],
    [
      'a key that is not honoured',
      'langgraph.json',
      '{"graphs": {"agent": "./graph.ts:agent"}, "encryption": {"path": "./a.ts:a"}}',
      /“encryption”/,
    ],
    [
      'components that cannot be bundled',
      'langgraph.json',
      '{"graphs": {"agent": "./graph.ts:agent"}, "ui": {"agent": "./ui.tsx"}}',
      /could not be bundled.*ui\.tsx/,
    ],
  ])('%s', async (_what, file, text, reason) => {
    await settle()
    await bench.save({ [file]: text })
    const told = await bench.fails(reason)
    expect(told).not.toContain(bench.folder)
    expect(await bench.said()).toBe('calm 1')
  })

  it('an import that hangs is ended by the next save', async () => {
    await settle()
    await bench.save({ 'words.ts': 'for (;;) {}\nexport const word = 1\n' })
    await expect.poll(async () => (await bench.revisions())[0]?.status).toBe('DEPLOYING')
    expect(await bench.said()).toBe('calm 1')
    await bench.save({ 'words.ts': words('awake') })
    await bench.answers('awake 1')
    expect((await bench.revisions())[1]).toMatchObject({
      status: 'INTERRUPTED',
      status_reason: expect.stringMatching(/a newer revision takes its place/),
    })
  })

  it('a langgraph.json that is gone', async () => {
    await settle()
    await rm(path.join(bench.folder, 'langgraph.json'))
    await bench.fails(/There is no langgraph\.json/)
    expect(await bench.said()).toBe('calm 1')
    await settle()
  })
})

it('variables come from .env and from langgraph.json, which goes first', async () => {
  await bench.save({
    'words.ts': 'export const word = () => [process.env.ONE, process.env.TWO].join(" ")\n',
    '.env': 'ONE=from-file\nTWO=from-file\nPATH=/nowhere\n',
    'langgraph.json': JSON.stringify({ ...JSON.parse(config), env: { TWO: 'from-config' } }),
  })
  await bench.answers('from-file from-config')
  await bench.save({ '.env': 'ONE=changed\n' })
  await bench.answers('changed from-config')
})

it('packages that are asked for and not installed are named, with what to run', async () => {
  await settle()
  await bench.save({ 'package.json': '{"dependencies": {"left-out": "1"}, "type": "module"}' })
  await bench.fails(/not installed \(left-out\)\. Run “npm install” in/)
  const installed = path.join(bench.folder, 'node_modules', 'left-out')
  await mkdir(installed, { recursive: true })
  await writeFile(path.join(installed, 'index.js'), 'export const text = "installed"\n')
  await writeFile(
    path.join(installed, 'package.json'),
    '{"type": "module", "exports": "./index.js"}',
  )
  await bench.save({
    'words.ts': "import { text } from 'left-out'\nexport const word = () => text\n",
  })
  await bench.answers('installed')
  // Installers write this last, and change no source.
  await writeFile(path.join(installed, 'index.js'), 'export const text = "installed anew"\n')
  await writeFile(path.join(bench.folder, 'node_modules', '.package-lock.json'), '{}')
  await bench.answers('installed anew')
  await rm(path.join(bench.folder, 'package.json'))
  await settle()
})

it('S5 packages that a folder of dependencies asks for are named too', async () => {
  await settle()
  await bench.save({
    'libs/package.json': '{"dependencies": {"left-behind": "1"}}',
    'langgraph.json': config.replace('"."', '".", "./libs"'),
  })
  await bench.fails(/not installed \(left-behind\)\. Run “npm install” in .*\/libs\./)
  await settle()
  await rm(path.join(bench.folder, 'libs'), { recursive: true })
})

it('what a .gitignore leaves out starts nothing, but a graph that is named does', async () => {
  await settle()
  await bench.save({ '.gitignore': 'made/\n', 'made/words.ts': words('made') })
  await bench.save({ 'graph.ts': graph.replace('./words.ts', './made/words.ts') })
  await bench.answers('made 1')
  const before = await bench.revisions()
  await bench.save({ 'made/words.ts': words('unseen') })
  await bench.save({ 'made/graph.ts': graph.replace('./words.ts', './words.ts') })
  await bench.save({ 'langgraph.json': config.replace('./graph.ts', './made/graph.ts') })
  await bench.answers('unseen 1')
  const since = (await bench.revisions()).length - before.length
  expect(since).toBe(1)
  await bench.save({ 'made/graph.ts': graph.replace('word(asked.length)', '"named"') })
  await bench.answers('named')
  await settle()
})

it('of a folder only secrets and resources are set by the API, and nothing older is kept', async () => {
  const { id, latest_revision_id } = await bench.deployment()
  const url = `/api-host/v2/deployments/${id}`
  const patch = await bench.stack.call('PATCH', url, {
    source_revision_config: { repo_ref: 'main' },
  })
  expect(patch.status).toBe(422)
  expect(await patch.text()).toMatch(/serves a folder/)
  const redeploy = await bench.stack.call('POST', `${url}/revisions/${latest_revision_id}/redeploy`)
  expect(redeploy.status).toBe(400)
  expect(await redeploy.text()).toMatch(/served as it is now/)
  await bench.save({ 'words.ts': 'export const word = () => process.env.MOOD ?? "none"\n' })
  await bench.answers('none')
  await bench.stack.json('PATCH', url, { secrets: [{ name: 'MOOD', value: 'cheerful' }] })
  await bench.answers('cheerful')
  await bench.stack.json('PATCH', url, { secrets: [] })
})

it('random edits, some broken and most while another is being loaded, end with what the file says', async () => {
  await settle()
  const below = drawn(20_261_124)
  const last = 24
  for (let edit = 0; edit <= last; edit += 1) {
    const isBroken = edit < last && below(4) === 0
    await bench.save({
      'words.ts': isBroken ? `throw new Error('edit ${edit}')\n` : words(`edit ${edit}`),
    })
    // Some are waited for, most are not.
    if (!isBroken && below(6) === 0) await bench.answers(`edit ${edit} 1`)
  }
  await bench.answers(`edit ${last} 1`)
  expect(await readFile(path.join(bench.folder, 'words.ts'), 'utf8')).toContain(`edit ${last}`)
})
