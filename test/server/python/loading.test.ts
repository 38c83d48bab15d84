/** What a langgraph.json may name in Python, and what is said of what it may not. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { LoadableRevision } from '../../../src/server/cluster/agent-host.ts'
import { type Harness, startHarness } from '../agent-server/harness.ts'

let h: Harness
let folder: string
beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph' } })
})
afterAll(() => h?.close())
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'quarterdeck-python-')))
})
afterEach(() => rm(folder, { recursive: true }))

const graph = `from typing import TypedDict
from langgraph.graph import START, StateGraph


class State(TypedDict, total=False):
    said: str


def made(word):
    return StateGraph(State).add_node("say", lambda _state: {"said": word}).add_edge(START, "say")

`

/** Loads a project of these files with the graph `agent` at that place, and makes it serve. */
async function load(
  files: Record<string, string>,
  place: string,
  env = {},
  more: Partial<LoadableRevision> = {},
): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  const revision: LoadableRevision = {
    deployment_id: h.deploymentId,
    revision_id: randomUUID(),
    directory: folder,
    graphs: { agent: place },
    env: { GATE_URL: h.gates.url, ...env },
    python: process.env.QUARTERDECK_TEST_PYTHON ?? '',
    onLog: (level, message, runId) => h.logs.push({ level, message, runId }),
    ...more,
  }
  await h.server.host.load(revision)
  await h.server.host.activate(h.deploymentId, revision.revision_id)
}

async function said(body: object = {}): Promise<unknown> {
  const thread = await h.thread()
  const run = await h.run(thread, { assistant_id: 'agent', input: {}, ...body })
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
  return ((await h.state(thread)).values as { said: unknown }).said
}

it.each([
  ['a compiled graph', 'agent = made("one").compile()'],
  ['a graph that is not compiled', 'agent = made("one")'],
  ['a function', 'def agent(): return made("one")'],
  [
    'a function with a config',
    'def agent(config): return made(config["configurable"].get("word"))',
  ],
  ['an async function', 'async def agent(config: dict): return made("one").compile()'],
  [
    'a function with a runtime',
    `from langgraph_sdk.runtime import ServerRuntime
def agent(runtime: ServerRuntime):
    is_run = runtime.access_context == "threads.create_run"
    return made("one" if is_run else runtime.access_context)`,
  ],
  [
    'a context manager',
    `from contextlib import contextmanager
@contextmanager
def agent():
    yield made("one")
    print("left")`,
  ],
  [
    'an async context manager',
    `from contextlib import asynccontextmanager
@asynccontextmanager
async def agent(config):
    yield made("one").compile()`,
  ],
  [
    'a graph with a checkpointer of its own, which is not used',
    `from langgraph.checkpoint.memory import InMemorySaver
agent = made("one").compile(checkpointer=InMemorySaver())`,
  ],
  [
    'a module that runs a loop of its own while it is imported',
    `import asyncio
async def tools(): return "one"
agent = made(asyncio.run(tools()))`,
  ],
])('serves %s', async (_name, code) => {
  await load({ 'agent.py': graph + code }, './agent.py:agent')
  expect(await said({ config: { configurable: { word: 'one' } } })).toBe('one')
})

it('a file is imported by the name that the project uses for it, and once', async () => {
  const files = {
    'pkg/__init__.py': '',
    'pkg/words.py': 'from pkg.agent import State\nword = State.__module__',
    'pkg/agent.py': `${graph}print("imported")\ndef agent():\n    from pkg.words import word\n    return made(word)`,
  }
  const before = h.logs.length
  await load(files, './pkg/agent.py:agent')
  expect(await said()).toBe('pkg.agent')
  const lines = h.logs.slice(before).map(({ message }) => message)
  expect(lines.filter((line) => line === 'imported')).toHaveLength(1)
})

it('serves a module by its name, and files whose names are no words', async () => {
  await load({ 'pkg/agent.py': `${graph}agent = made("one")` }, 'pkg.agent:agent')
  expect(await said()).toBe('one')
  await load({ 'my-agent.py': `${graph}agent = made("two")` }, './my-agent.py:agent')
  expect(await said()).toBe('two')
})

it('modules of the project may have the names of ours', async () => {
  const files = {
    'main.py': `${graph}import frames\nagent = made(frames.word)`,
    'frames.py': 'word = "own"',
    'quarterdeck_executor_frames.py': '',
  }
  await load(files, './main.py:agent')
  expect(await said()).toBe('own')
})

it('what an import prints is a line of the log', async () => {
  await load(
    { 'agent.py': `${graph}print("while", "importing")\nagent = made("x")` },
    './agent.py:agent',
  )
  expect(h.logs).toContainEqual(expect.objectContaining({ message: 'while importing' }))
})

it('classes of a state are found again by another process of the same project', async () => {
  const code = `from dataclasses import dataclass
from langgraph.types import interrupt
from typing import Any, TypedDict
from langgraph.graph import START, StateGraph

@dataclass
class Plan:
    word: str

class State(TypedDict, total=False):
    plan: Any
    said: str

def ask(state):
    return {"said": f"{type(state['plan']) is Plan} {state['plan'].word} {interrupt('Go on?')}"}

agent = (
    StateGraph(State)
    .add_node("plan", lambda _state: {"plan": Plan("later")})
    .add_node("ask", ask)
    .add_edge(START, "plan")
    .add_edge("plan", "ask")
)
`
  await load({ 'src/my-agent.py': code }, './src/my-agent.py:agent')
  const thread = await h.thread()
  await h.ended(await h.run(thread, { assistant_id: 'agent', input: {} }))
  await load({ 'src/my-agent.py': code }, './src/my-agent.py:agent')
  await h.ended(await h.run(thread, { assistant_id: 'agent', command: { resume: 'yes' } }))
  expect((await h.state(thread)).values).toMatchObject({ said: 'True later yes' })
})

it.each([
  [
    'a syntax error',
    'agent = (',
    './agent.py:agent',
    /“agent” cannot be loaded: \.\/agent\.py failed with “SyntaxError: .*line 1/,
  ],
  [
    'a missing package',
    'import nowhere_to_be_found',
    './agent.py:agent',
    /failed with “ModuleNotFoundError: No module named 'nowhere_to_be_found'”/,
  ],
  ['a wrong export', 'agent = 1', './agent.py:other', /no export named “other”/],
  ['what is no graph', 'agent = 1', './agent.py:agent', /is not a graph, but a value of type int/],
  [
    'a function that makes none',
    'def agent(): pass',
    './agent.py:agent',
    /is not a graph, but None/,
  ],
  [
    'a function that fails',
    'def agent(): raise KeyError("key")',
    './agent.py:agent',
    /cannot be loaded: KeyError: 'key'/,
  ],
  ['no such file', '', './other.py:agent', /there is no file \.\/other\.py/],
  ['no such module', '', 'pkg.other:agent', /pkg\.other failed with “ModuleNotFoundError/],
  ['a program that ends', 'raise SystemExit(4)', './agent.py:agent', /failed with “SystemExit: 4”/],
  ['a process that ends', 'import os; os._exit(7)', './agent.py:agent', /exited with code 7/],
])('%s is told in a sentence, and what serves goes on', async (_name, code, place, sentence) => {
  await load({ 'agent.py': `${graph}agent = made("before")` }, './agent.py:agent')
  const message = await load({ 'agent.py': code }, place).then(
    () => 'loaded',
    (error: Error) => error.message,
  )
  expect(message).toMatch(sentence)
  expect(message).not.toContain('\n')
  expect(message).not.toContain(folder)
  expect(await said()).toBe('before')
})

it('an import that hangs is ended and told, and what serves goes on', async () => {
  await load({ 'agent.py': `${graph}agent = made("before")` }, './agent.py:agent')
  const hangs = { 'agent.py': 'import time\ntime.sleep(1_000_000)' }
  await expect(load(hangs, './agent.py:agent', {}, { load_timeout_ms: 2_000 })).rejects.toThrow(
    'The graphs were not loaded within 2 s. Look for code that waits at the top of a module.',
  )
  expect(await said()).toBe('before')
})

it('an interpreter that is gone is told', async () => {
  const revision = { deployment_id: h.deploymentId, revision_id: randomUUID() }
  const more = { directory: folder, graphs: { a: './a.py:a' }, env: {}, onLog: () => {} }
  await expect(
    h.server.host.load({ ...revision, ...more, python: path.join(folder, 'python') }),
  ).rejects.toThrow(/could not be started: .*ENOENT/)
})

it('a thread that a JavaScript graph has written is refused in a sentence, and the other way round', async () => {
  await load({ 'agent.py': `${graph}agent = made("python")` }, './agent.py:agent')
  const thread = await h.thread()
  await h.ended(await h.run(thread, { assistant_id: 'agent', input: {} }))
  const code = `import { Annotation, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ said: Annotation<string>() })
export const agent = new StateGraph(State).addNode('say', () => ({ said: 'script' })).addEdge(START, 'say').compile()`
  const scripts = path.resolve(import.meta.dirname, '../../fixtures/agents')
  const revision = { deployment_id: h.deploymentId, revision_id: randomUUID() }
  const place = path.join(scripts, `.said-${revision.revision_id}.ts`)
  await writeFile(place, code)
  try {
    const graphs = { agent: `./${path.basename(place)}:agent` }
    await h.server.host.load({ ...revision, directory: scripts, graphs, env: {}, onLog: () => {} })
    await h.server.host.activate(h.deploymentId, revision.revision_id)
  } finally {
    await rm(place)
  }
  const ofPython = await h.call<{ detail: string }>('GET', `/threads/${thread}/state`)
  expect(ofPython).toMatchObject({ status: 409, body: { detail: /written by a Python graph/ } })
  const other = await h.thread()
  await h.ended(await h.run(other, { assistant_id: 'agent', input: {} }))
  await load({ 'agent.py': `${graph}agent = made("python")` }, './agent.py:agent')
  const ofScript = await h.call<{ detail: string }>('GET', `/threads/${other}/state`)
  expect(ofScript).toMatchObject({ status: 409, body: { detail: /written by a JavaScript graph/ } })
  const run = await h.ended(await h.run(other, { assistant_id: 'agent', input: {} }))
  expect(run).toMatchObject({ status: 'error', error: expect.stringContaining('JavaScript graph') })
})
