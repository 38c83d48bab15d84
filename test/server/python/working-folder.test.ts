/** A working folder whose graphs are Python, in an environment of its own. */
import { readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { drawn, type FolderBench, openFolderBench } from '../working-folder/bench.ts'

eachMayTake(2)

const graph = `import operator
from typing import Annotated, TypedDict

from langgraph.graph import START, StateGraph
from words import word


class State(TypedDict, total=False):
    asked: Annotated[list[str], operator.add]
    said: str


def say(state: State) -> State:
    return {"said": f"{word} {len(state['asked'])}"}


agent = StateGraph(State).add_node("say", say).add_edge(START, "say")
`
const config = JSON.stringify({ graphs: { agent: './agent.py:agent' }, dependencies: ['.'] })
const words = (text: string) => `word = "${text}"\n`

let bench: FolderBench

beforeAll(async () => {
  bench = await openFolderBench()
  await bench.save({ 'langgraph.json': config, 'agent.py': graph, 'words.py': words('first') })
  await bench.follow()
})
afterAll(() => bench?.close())

it('without an environment it says how to make one, and is live once that is there', async () => {
  const told = await bench.fails(/There is no environment with the project's packages/)
  expect(told).toMatch(/python3 -m venv \.venv && \.venv\/bin\/pip install langgraph$/)
  const environment = path.join(process.env.QUARTERDECK_TEST_PYTHON ?? '', '../..')
  await symlink(environment, path.join(bench.folder, '.venv'))
  await bench.answers('first 1')
})

it('a saved file is live, threads go on with it, and nothing is written into the folder', async () => {
  const thread = await bench.thread()
  expect(await bench.said(thread)).toBe('first 1')
  await bench.save({ 'words.py': words('second') })
  await bench.answers('second 1')
  expect(await bench.said(thread)).toBe('second 2')
  const names = await readdir(bench.folder)
  expect(names.sort()).toEqual(['.venv', 'agent.py', 'langgraph.json', 'words.py'])
})

it('what changed code had put into a file that is not changed is gone with it', async () => {
  const tools = (name: string) =>
    `from registry import names\nnames.append("${name}")\nword = " ".join(names)\n`
  await bench.save({ 'registry.py': 'names = []\n', 'words.py': tools('one') })
  await bench.answers('one 1')
  await bench.save({ 'words.py': tools('two') })
  await bench.answers('two 1')
})

it.each([
  ['a syntax error', 'words.py', 'word = (\n', /SyntaxError.* at words\.py:1/],
  [
    'a missing package',
    'words.py',
    '\nimport no_such_package\n',
    /No module named 'no_such_package'” at words\.py:2/,
  ],
  [
    'an error while it is loaded',
    'words.py',
    'word = 1 / 0\n',
    /ZeroDivisionError.* at words\.py:1/,
  ],
  ['a wrong export', 'agent.py', 'other = 1\n', /no export named “agent”/],
  [
    'output that is no text, and an end in the middle',
    'words.py',
    'import os\nos.write(1, b"\\xff\\xfe half")\nos._exit(3)\n',
    /exited with code 3/,
  ],
])('%s is told, and what worked goes on serving', async (_what, file, text, reason) => {
  await bench.save({ 'agent.py': graph, 'words.py': words('calm') })
  await bench.answers('calm 1')
  await bench.save({ [file]: text })
  expect(await bench.fails(reason)).not.toContain(bench.folder)
  expect(await bench.said()).toBe('calm 1')
})

it('an import that hangs is ended by the next save', async () => {
  await bench.save({ 'agent.py': graph, 'words.py': words('calm') })
  await bench.answers('calm 1')
  await bench.save({ 'words.py': 'import time\ntime.sleep(1e6)\n' })
  await expect.poll(async () => (await bench.revisions())[0]?.status).toBe('DEPLOYING')
  await bench.save({ 'words.py': words('awake') })
  await bench.answers('awake 1')
})

it('random edits within the same seconds and of the same length end with what the file says', async () => {
  const below = drawn(7)
  const last = 16
  for (let edit = 0; edit <= last; edit += 1) {
    const name = `edit ${10 + edit}`
    const isBroken = edit < last && below(4) === 0
    await bench.save({ 'words.py': isBroken ? `raise ValueError("${name}")\n` : words(name) })
    if (!isBroken && below(4) === 0) await bench.answers(`${name} 1`)
  }
  await bench.answers(`edit ${10 + last} 1`)
})

it('an environment that is gone is told', async () => {
  await rm(path.join(bench.folder, '.venv'))
  await bench.fails(/There is no environment/)
})
