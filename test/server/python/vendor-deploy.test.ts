/** The published command line, unchanged: `langgraph deploy --remote` of a folder that is in no repository. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, type RepositoryFiles } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

eachMayTake(3)

const python = process.env.QUARTERDECK_TEST_PYTHON ?? ''
const names = ['PIP_NO_INDEX', 'PIP_FIND_LINKS'] as const
const before = names.map((name) => process.env[name])
let stack: Stack
beforeAll(async () => {
  // A wheelhouse, as on a machine without a network.
  process.env.PIP_NO_INDEX = '1'
  process.env.PIP_FIND_LINKS = process.env.QUARTERDECK_TEST_WHEELS
  stack = await startStack()
})
afterAll(async () => {
  for (const [index, name] of names.entries()) {
    const value = before[index]
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  await stack?.close()
})

interface Told {
  code: number
  /** One JSON object a line. */
  events: Record<string, unknown>[]
  text: string
}

/** Runs `langgraph deploy …` in a folder. */
async function langgraphDeploy(folder: string, ...words: string[]): Promise<Told> {
  const args = ['-m', 'langgraph_cli', 'deploy', ...words]
  const to = ['--host-url', `${stack.url}/api-host`, '--api-key', stack.apiKey]
  const env = { ...process.env, LANGGRAPH_CLI_NO_ANALYTICS: '1', HOME: stack.folder }
  const { code, stdout, stderr } = await promisify(execFile)(python, [...args, ...to], {
    cwd: folder,
    env,
  }).then(
    (done) => ({ code: 0, ...done }),
    (error) => error as { code: number; stdout: string; stderr: string },
  )
  const events = stdout.split('\n').filter((line) => line.startsWith('{'))
  return { code, events: events.map((line) => JSON.parse(line)), text: stdout + stderr }
}

async function project(name: string, files: RepositoryFiles): Promise<string> {
  const folder = path.join(stack.folder, name)
  await mkdir(folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) {
    await writeFile(path.join(folder, file), text ?? '')
  }
  return folder
}

const deploy = (folder: string, name: string) =>
  langgraphDeploy(folder, '--remote', '--name', name, '--no-input', '--json')

async function answer(name: string): Promise<string> {
  const values = await stack.json<{ messages: { content: string }[] }>(
    'POST',
    `/agents/${name}/runs/wait`,
    { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'hello' }] } },
  )
  return values.messages.at(-1)?.content ?? ''
}

const agent = (said: string) => `import os
from langgraph.graph import START, MessagesState, StateGraph

def answer(_state):
    return {"messages": [{"role": "assistant", "content": ${said}}]}

graph = StateGraph(MessagesState).add_node("answer", answer).add_edge(START, "answer").compile()
`
const settings = JSON.stringify({
  graphs: { agent: './agent.py:graph' },
  dependencies: ['.'],
  env: '.env',
})

it('deploys a project in Python with its secrets, again when it changed, and tells why it cannot', async () => {
  const files = {
    'langgraph.json': settings,
    '.env': 'GREETING=ahoy\nPORT=80\n',
    'requirements.txt': '',
  }
  const folder = await project('in-python', {
    ...files,
    'agent.py': agent('os.environ["GREETING"]'),
  })
  const first = await deploy(folder, 'by-cli')
  expect(first.text).toContain('Skipping reserved env var: PORT')
  expect([first.code, first.events.at(-1)]).toMatchObject([
    0,
    { status: 'succeeded', url: `${stack.url}/agents/by-cli` },
  ])
  expect(await answer('by-cli')).toBe('ahoy')

  await project('in-python', { 'agent.py': agent('"again"') })
  expect((await deploy(folder, 'by-cli')).code).toBe(0)
  expect(await answer('by-cli')).toBe('again')

  await project('in-python', { 'requirements.txt': 'no-such-package-at-all==1.0\n' })
  const failed = await deploy(folder, 'by-cli')
  expect([failed.code, failed.events.at(-1)]).toMatchObject([1, { status: 'failed' }])
  expect(failed.text).toContain('no-such-package-at-all')
  expect(await answer('by-cli')).toBe('again')
})

it('deploys a project in JavaScript, lists it, shows its logs and deletes it', async () => {
  const files = agentProject('from TypeScript')
  const config = {
    ...JSON.parse(files['langgraph.json'] ?? ''),
    node_version: process.versions.node.split('.')[0],
  }
  const folder = await project('in-javascript', {
    ...files,
    'langgraph.json': JSON.stringify(config),
    'package.json': '{"name":"in-javascript","private":true}',
  })
  const done = await deploy(folder, 'in-js')
  expect([done.code, done.text]).toEqual([0, expect.stringContaining('succeeded')])
  expect(await answer('in-js')).toBe('from TypeScript')

  const { resources } = await stack.json<{ resources: Deployment[] }>(
    'GET',
    '/api-host/v2/deployments?name_contains=in-js',
  )
  const [one] = resources
  expect(one).toMatchObject({
    source: 'internal_source',
    source_config: { deployment_type: 'dev_zero' },
  })
  const id = one?.id ?? ''
  expect((await langgraphDeploy(folder, 'list')).text).toContain(`${stack.url}/agents/in-js`)
  expect((await langgraphDeploy(folder, 'revisions', 'list', id)).text).toContain('DEPLOYED')
  const logs = await langgraphDeploy(folder, 'logs', '--deployment-id', id, '--type', 'build')
  expect(logs.text).toContain('Unpacking archive')
  expect(await langgraphDeploy(folder, 'delete', '--force', id)).toMatchObject({ code: 0 })
  const gone = await stack.call('GET', `/api-host/v2/deployments/${id}`)
  expect(gone.status).toBe(404)
})
