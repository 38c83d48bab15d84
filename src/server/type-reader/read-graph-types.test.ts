import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readGraphTypes } from './read-graph-types.ts'
import type { TypedSchemas } from './type-order.ts'

const packageFolder = path.join(import.meta.dirname, '../../..')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-types-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The schemas of graphs of a project that has no packages of its own. */
async function read(files: Record<string, string>, graphs: Record<string, string>) {
  const directory = await mkdtemp(path.join(folder, 'project-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true })
    await writeFile(path.join(directory, name), text)
  }
  return readGraphTypes({ directory, graphs, library: packageFolder })
}

const state = (fields: string, more = '') => `
import { Annotation, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { type AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
${more}
export const State = Annotation.Root({ ${fields} })
export const builder = new StateGraph(State).addNode('step', () => ({})).addEdge(START, 'step')
export const graph = builder.compile()
`

async function fieldsOf(fields: string, more = '', part: keyof TypedSchemas = 'input_schema') {
  const { schemas, problems } = await read(
    { 'agent.ts': state(fields, more) },
    { agent: './agent.ts:graph' },
  )
  expect(problems).toEqual([])
  return schemas.agent?.[part] as { properties: Record<string, unknown>; $defs?: object }
}

it('each field has its type, its choices, its description', async () => {
  const { properties } = await fieldsOf(
    `
     /** What it is about. */
     topic: Annotation<string>,
     length: Annotation<number | null>,
     draft: Annotation<boolean | undefined>,
     tone: Annotation<'calm' | 'lively'>,
     level: Annotation<Level>,
     when: Annotation<Date>,
     person: Annotation<Person>,
     pair: Annotation<[string, number]>,
     lazy: Annotation({ reducer: (a: number, b: number) => a + b, default: () => 0 }),
     branded: Annotation<string & { readonly brand: 'id' }>,
     open: Annotation<any>,
     closed: Annotation<Map<string, number>>,`,
    `enum Level { Low, High }
     interface Person { name: string; age?: number; tags: Record<string, number>; greet(): void }`,
  )
  expect(properties).toEqual({
    topic: { type: 'string', description: 'What it is about.' },
    length: { anyOf: [{ type: 'null' }, { type: 'number' }] },
    draft: { type: 'boolean' },
    tone: { type: 'string', enum: ['calm', 'lively'] },
    level: { type: 'number', enum: [0, 1] },
    when: { type: 'string', format: 'date-time' },
    person: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        age: { type: 'number' },
        tags: { type: 'object', additionalProperties: { type: 'number' } },
      },
      required: ['name', 'tags'],
    },
    pair: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    lazy: { type: 'number' },
    branded: { type: 'string' },
    open: {},
    closed: {},
  })
})

it('what goes in is what a step may write, and what comes out what it has become', async () => {
  const fields = `notes: Annotation<string[], string>({
    reducer: (all, one) => [...all, one], default: () => [],
  })`
  expect((await fieldsOf(fields)).properties).toEqual({ notes: { type: 'string' } })
  const list = { type: 'array', items: { type: 'string' } }
  const output = await fieldsOf(fields, '', 'output_schema')
  // Nothing is there before it is written.
  expect(output).toEqual({ type: 'object', properties: { notes: list } })
  expect(await fieldsOf(fields, '', 'state_schema')).toEqual(output)
})

it('messages are told as such, however they are declared', async () => {
  const messages = {
    type: 'array',
    langgraph_type: 'messages',
    items: {
      type: 'object',
      properties: { role: { type: 'string' }, type: { type: 'string' }, content: {} },
    },
  }
  const { properties } = await fieldsOf(
    `...MessagesAnnotation.spec,
     own: Annotation<BaseMessage[]>({ reducer: (a, b) => a.concat(b) }),
     either: Annotation<BaseMessage[], BaseMessage | BaseMessage[]>({ reducer: (a) => a }),
     answers: Annotation<AIMessage[]>,
     one: Annotation<HumanMessage>,`,
  )
  expect(properties).toEqual({
    messages,
    own: messages,
    either: messages,
    answers: messages,
    one: messages.items,
  })
})

it('a type that holds itself is told once', async () => {
  const { properties, $defs } = await fieldsOf(
    'tree: Annotation<Tree>',
    'interface Tree { label: string; children: Tree[] }',
  )
  expect(properties).toEqual({ tree: { $ref: '#/$defs/Tree' } })
  expect($defs).toEqual({
    Tree: {
      type: 'object',
      properties: {
        label: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
      },
      required: ['label', 'children'],
    },
  })
})

it('a type without end ends, and one that is too large is told in part', async () => {
  const { properties } = await fieldsOf(
    'deep: Annotation<Deep<string>>, wide: Annotation<Wide>',
    `interface Deep<T> { value: T; deeper: Deep<T[]> }
     type Wide = { [K in \`f\${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}\${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}\${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}\`]: { a: string; b: number; c: K } }`,
  )
  expect(JSON.stringify(properties).length).toBeLessThan(300_000)
  expect(Object.keys(properties)).toEqual(['deep', 'wide'])
})

it('graphs are found behind every kind of export, with their configuration and their own input and output', async () => {
  const agent = `${state('topic: Annotation<string>')}
    import { entrypoint } from '@langchain/langgraph'
    const Config = Annotation.Root({ model: Annotation<string>, heat: Annotation<number> })
    const In = Annotation.Root({ question: Annotation<string> })
    const Out = Annotation.Root({ answer: Annotation<string> })
    const All = Annotation.Root({ ...In.spec, ...Out.spec })
    export const configured = new StateGraph(State, Config)
      .addNode('step', () => ({})).addEdge(START, 'step').compile()
    export const parts = new StateGraph({ stateSchema: All, input: In, output: Out })
      .addNode('step', () => ({})).addEdge(START, 'step').compile()
    export const made = async (_config: object) => graph
    export const flow = entrypoint('flow', async (input: { question: string }) => ({
      answer: input.question,
    }))
    export default graph`
  const names = ['graph', 'builder', 'made', 'configured', 'parts', 'flow', 'default']
  const graphs = Object.fromEntries(names.map((name) => [name, `agent.ts:${name}`]))
  const { schemas, problems } = await read({ 'agent.ts': agent }, graphs)
  expect(problems).toEqual([])
  const topic = { type: 'object', properties: { topic: { type: 'string' } } }
  for (const name of ['graph', 'builder', 'made', 'configured', 'default']) {
    expect(schemas[name], name).toMatchObject({ input_schema: topic, state_schema: topic })
  }
  expect(schemas.graph).not.toHaveProperty('config_schema')
  expect(schemas.configured?.config_schema).toEqual({
    type: 'object',
    properties: { model: { type: 'string' }, heat: { type: 'number' } },
  })
  expect(schemas.parts).toEqual({
    input_schema: { type: 'object', properties: { question: { type: 'string' } } },
    output_schema: { type: 'object', properties: { answer: { type: 'string' } } },
    state_schema: {
      type: 'object',
      properties: { question: { type: 'string' }, answer: { type: 'string' } },
    },
  })
  expect(schemas.flow).toMatchObject({
    input_schema: { properties: { question: { type: 'string' } }, required: ['question'] },
    output_schema: { properties: { answer: { type: 'string' } }, required: ['answer'] },
  })
})

it('the project’s own settings say where its modules are; JavaScript has types as well', async () => {
  const files = {
    'tsconfig.json': JSON.stringify({
      compilerOptions: { paths: { '~/*': ['./src/*'] }, module: 'nodenext', composite: true },
      references: [{ path: './nowhere' }],
      include: ['src'],
    }),
    'src/tone.ts': 'export type Tone = "calm" | "lively"',
    'src/agent.ts': state('tone: Annotation<Tone>', "import type { Tone } from '~/tone.js'"),
    'plain.js': `import { Annotation, START, StateGraph } from '@langchain/langgraph'
      const State = Annotation.Root({ count: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) })
      export const graph = new StateGraph(State).addNode('step', () => ({})).addEdge(START, 'step').compile()`,
  }
  const graphs = { agent: './src/agent.ts:graph', plain: './plain.js:graph' }
  const { schemas } = await read(files, graphs)
  expect(schemas.agent?.input_schema).toMatchObject({
    properties: { tone: { type: 'string', enum: ['calm', 'lively'] } },
  })
  expect(schemas.plain?.state_schema).toMatchObject({ properties: { count: { type: 'number' } } })
})

it('graphs of which nothing can be told are named, and the others are told', async () => {
  const files = {
    'agent.ts': `${state('topic: Annotation<string>')}\nexport const odd: any = graph`,
    'broken.ts': 'import { nothing } from "./missing.ts"\nexport const graph = nothing(',
    'tsconfig.json': '{ "extends": "./missing.json", "compilerOptions": [ }',
  }
  const graphs = {
    agent: './agent.ts:graph',
    odd: './agent.ts:odd',
    absent: './agent.ts:absent',
    broken: './broken.ts:graph',
    gone: './gone.ts:graph',
  }
  const { schemas, problems } = await read(files, graphs)
  expect(Object.keys(schemas)).toEqual(['agent'])
  expect(problems).toEqual(
    ['odd', 'absent', 'broken', 'gone'].map(
      (id) =>
        `The types of the graph “${id}” (${graphs[id as keyof typeof graphs]}) do not tell its fields.`,
    ),
  )
})
