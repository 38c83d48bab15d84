import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { preparePython } from '../../test/helpers/python-tools.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A folder to edit. */
export interface EditedProject {
  name: string
  folder: string
  /** The file that is edited, and what each line that is written into it begins with. */
  file: string
  linePrefix: string
}

/** One that is also loaded without a server. */
export interface Project extends EditedProject {
  /** A program that imports the files of its graphs, and ends. */
  floor: [program: string, ...args: string[]]
}

/** Copies of the examples, below `place`; those in Python only where there is one for them. */
export async function exampleProjects(place: string): Promise<Project[]> {
  for (const part of ['README.md', 'docs', 'examples', 'examples-python']) {
    await cp(path.join(root, part), path.join(place, part), { recursive: true })
  }
  const folder = path.join(place, 'examples')
  // The floor has no server that would find them for it.
  await symlink(path.join(root, 'node_modules'), path.join(place, 'node_modules'))
  const graphs = ['guide', 'approval', 'slow', 'faulty', 'model']
  const imports = graphs.map((name) => `await import('./${name}/graph.ts')`)
  await writeFile(path.join(folder, 'all.mjs'), imports.join('\n'))
  const javascript: Project = {
    name: 'JavaScript, five graphs',
    folder,
    file: path.join(folder, 'slow/graph.ts'),
    linePrefix: '//',
    floor: [
      process.execPath,
      '--import',
      path.join(root, 'node_modules/tsx/dist/loader.mjs'),
      'all.mjs',
    ],
  }
  const tools = await preparePython()
  if (!('python' in tools)) {
    console.error(`Python is left out: ${tools.missing}.`)
    return [javascript]
  }
  const ofPython = path.join(place, 'examples-python')
  await symlink(path.dirname(path.dirname(tools.python)), path.join(ofPython, '.venv'))
  const python: Project = {
    name: 'Python, three graphs',
    folder: ofPython,
    file: path.join(ofPython, 'slow.py'),
    linePrefix: '#',
    floor: [tools.python, '-c', 'import approval, slow, faulty'],
  }
  return [javascript, python]
}

/** Two small projects whose only answer stands in a file of its own. */
export async function wordProjects(place: string, python: boolean): Promise<EditedProject[]> {
  const javascript = path.join(place, 'words-js')
  await mkdir(javascript, { recursive: true })
  await writeFile(
    path.join(javascript, 'langgraph.json'),
    '{"graphs": {"agent": "./graph.ts:graph"}}',
  )
  await writeFile(
    path.join(javascript, 'graph.ts'),
    `import { Annotation, START, StateGraph } from '@langchain/langgraph'
import { word } from './words.ts'
const State = Annotation.Root({ word: Annotation<string>() })
export const graph = new StateGraph(State).addNode('say', () => ({ word })).addEdge(START, 'say').compile()
`,
  )
  const all: EditedProject[] = [
    {
      name: 'JavaScript',
      folder: javascript,
      file: path.join(javascript, 'words.ts'),
      linePrefix: 'export const ',
    },
  ]
  if (!python) return all
  const ofPython = path.join(place, 'words-py')
  await mkdir(ofPython, { recursive: true })
  await symlink(path.join(place, 'examples-python/.venv'), path.join(ofPython, '.venv'))
  await writeFile(
    path.join(ofPython, 'langgraph.json'),
    '{"graphs": {"agent": "./agent.py:graph"}, "dependencies": ["."]}',
  )
  await writeFile(
    path.join(ofPython, 'agent.py'),
    `from typing import TypedDict
from langgraph.graph import START, StateGraph
from words import word
State = TypedDict("State", {"word": str})
graph = StateGraph(State).add_node("say", lambda _state: {"word": word}).add_edge(START, "say")
`,
  )
  return [
    ...all,
    {
      name: 'Python',
      folder: ofPython,
      file: path.join(ofPython, 'words.py'),
      linePrefix: '',
    },
  ]
}
