import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noIsolation } from '../../../isolation/no-isolation.ts'
import type { RevisionLog } from '../rollout-log.ts'
import { keptTypes, StateTypes, type TypesWanted } from './state-types.ts'

const packages = path.join(import.meta.dirname, '../../../../../node_modules')
let folder: string
/** Where the packages lie, and what the reading leaves behind. */
let library: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-types-'))
  library = path.join(folder, 'library')
  await mkdir(library)
  await symlink(packages, path.join(library, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const agent = (
  field: string,
) => `import { Annotation, START, StateGraph } from '@langchain/langgraph'
export const graph = new StateGraph(Annotation.Root({ ${field}: Annotation<string> }))
  .addNode('step', () => ({}))
  .addEdge(START, 'step')
  .compile()
`

/** A project in a folder of its own, and what is told of the reading of its types. */
async function wantedFor(isWorkedIn = false) {
  const directory = await mkdtemp(path.join(folder, 'project-'))
  await writeFile(path.join(directory, 'agent.ts'), agent('topic'))
  const lines: string[] = []
  const add = (message: string, level = 'INFO') => lines.push(`${level} ${message}`)
  const log: RevisionLog = { build: add, deploy: add, agent: add }
  const file = `${directory}.types.json`
  const wanted: TypesWanted = {
    file,
    served: { deployment_id: 'd', revision_id: 'r' },
    directory,
    graphs: { agent: './agent.ts:graph' },
    project: isWorkedIn ? null : { deploymentId: 'd', root: directory, python: null },
    library,
    log,
  }
  return { directory, lines, file, wanted }
}

function stateTypes(options: { typesMs?: number; untyped?: () => Promise<string[]> } = {}) {
  const errors: Error[] = []
  const types = new StateTypes({
    host: { untyped: options.untyped ?? (async () => ['agent']) },
    isolation: noIsolation(),
    limits: { typesMs: options.typesMs ?? 120_000 },
    folders: { packageCache: path.join(folder, 'cache') },
    report: (error) => errors.push(error),
  })
  /** Resolves when it is done with. */
  const read = (wanted: TypesWanted) =>
    new Promise<void>((resolve) => types.want({ ...wanted, onDone: resolve }))
  return { types, read, errors }
}

it('types that take too long are given up, with a sentence in the build log, and not tried again', async () => {
  const { wanted, lines, file } = await wantedFor()
  const { read, errors } = stateTypes({ typesMs: 1 })
  await read(wanted)
  expect(lines).toEqual([
    'WARNING The types of the graphs could not be read: TypeScript took longer than 1 second and was ended. Forms show the names of their fields only.',
  ])
  expect(await keptTypes(file)).toBe('{}')
  await stateTypes().read(wanted)
  expect(await keptTypes(file)).toBe('{}')
  expect(errors).toEqual([])
})

it('only graphs that tell nothing better are read, and of a build whose types are kept none', async () => {
  const asked: string[] = []
  const untyped = async () => {
    asked.push('asked')
    return []
  }
  const { wanted, file, lines } = await wantedFor()
  const { read } = stateTypes({ untyped })
  await read(wanted)
  expect([asked.length, await keptTypes(file)]).toEqual([1, null])
  await writeFile(file, '{"agent":{}}')
  await read(wanted)
  expect([asked.length, await keptTypes(file)]).toEqual([1, '{"agent":{}}'])
  expect(lines).toEqual([])
})

it('a graph whose types tell nothing is named', async () => {
  const { wanted, lines, file } = await wantedFor()
  await stateTypes().read({ ...wanted, graphs: { agent: './agent.ts:nothing' } })
  expect(lines).toEqual([
    'INFO The types of the graph “agent” (./agent.ts:nothing) do not tell its fields.',
  ])
  expect(await keptTypes(file)).toBe('{}')
})

it('a folder that is worked in is read after each save, and the newest save counts', async () => {
  const { wanted, directory, file, lines } = await wantedFor(true)
  const { types, read, errors } = stateTypes()
  types.want(wanted)
  await writeFile(path.join(directory, 'agent.ts'), agent('tone'))
  await read(wanted)
  expect(JSON.parse((await keptTypes(file)) ?? '').agent.input_schema).toEqual({
    type: 'object',
    properties: { tone: { type: 'string' } },
  })
  await writeFile(path.join(directory, 'agent.ts'), agent('length'))
  await read(wanted)
  expect(await readFile(file, 'utf8')).toContain('length')
  expect([lines, errors]).toEqual([[], []])
})

it('what is being read ends with the server, and is read with the next load', async () => {
  const { wanted, file, lines } = await wantedFor()
  let isAsked: () => void = () => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  const { types, errors } = stateTypes({
    untyped: async () => {
      isAsked()
      return ['agent']
    },
  })
  types.want(wanted)
  await asked
  await types.stop()
  expect([await keptTypes(file), lines, errors]).toEqual([null, [], []])
  await stateTypes().read(wanted)
  expect(await keptTypes(file)).toContain('topic')
})

it('a process that has ended meanwhile is no fault', async () => {
  const { wanted, file, lines } = await wantedFor()
  await mkdir(path.dirname(file), { recursive: true })
  const { read, errors } = stateTypes({ untyped: () => Promise.reject(new Error('gone')) })
  await read(wanted)
  expect([await keptTypes(file), lines, errors]).toEqual([null, [], []])
})
