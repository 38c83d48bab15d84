import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GraphSchemas } from '../../../src/contract/agent-server/graphs.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { makeRepository, type RepositoryFiles } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

const typed = (
  fields: string,
) => `import { Annotation, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({ ${fields} })
const Config = Annotation.Root({ model: Annotation<'small' | 'large'> })
export const graph = new StateGraph(State, Config)
  .addNode('step', () => ({}))
  .addEdge(START, 'step')
  .compile()
`
const declared = `import { START, StateGraph } from '@langchain/langgraph'
import { z } from 'zod'

export const graph = new StateGraph(z.object({ topic: z.string().describe('Declared.') }))
  .addNode('step', () => ({}))
  .addEdge(START, 'step')
  .compile()
`

function project(graphs: Record<string, string>): RepositoryFiles {
  const ids = Object.keys(graphs)
  const places = ids.map((id) => [id, `./${id}.ts:graph`])
  return {
    'langgraph.json': JSON.stringify({ graphs: Object.fromEntries(places) }),
    ...Object.fromEntries(ids.map((id) => [`${id}.ts`, graphs[id] ?? ''])),
  }
}

async function deployed(name: string, files: RepositoryFiles) {
  const repository = await makeRepository(path.join(stack.folder, name), files)
  const made = await stack.deploy(repository.folder, { name })
  expect(made.revision).toMatchObject({ status: 'DEPLOYED' })
  return made
}

const schemasOf = (deployment: string, graph: string) =>
  stack.json<GraphSchemas>('GET', `/agents/${deployment}/assistants/${graph}/schemas`)

const builds = () => path.join(stack.folder, 'data/builds')
const kept = async () => (await readdir(builds())).filter((name) => name.endsWith('.types.json'))

it('the fields of a graph whose state is a type are told with their types, and kept with the build', async () => {
  const fields = "topic: Annotation<string>, tone: Annotation<'calm' | 'lively'>"
  const { deployment, revision } = await deployed(
    'typed',
    project({ typed: typed(fields), declared }),
  )
  const properties = {
    topic: { type: 'string' },
    tone: { type: 'string', enum: ['calm', 'lively'] },
  }
  await expect
    .poll(() => schemasOf('typed', 'typed'))
    .toMatchObject({
      graph_id: 'typed',
      input_schema: { type: 'object', properties },
      output_schema: { properties },
      state_schema: { properties },
      config_schema: { properties: { model: { enum: ['large', 'small'] } } },
      context_schema: { properties: { model: { enum: ['large', 'small'] } } },
    })
  expect((await schemasOf('typed', 'typed')).input_schema).not.toHaveProperty('required')
  // What a graph declares itself comes first.
  expect(await schemasOf('typed', 'declared')).toMatchObject({
    state_schema: { properties: { topic: { type: 'string', description: 'Declared.' } } },
    config_schema: null,
  })
  const [file = ''] = await kept()
  expect(Object.keys(JSON.parse(await readFile(path.join(builds(), file), 'utf8')))).toEqual([
    'typed',
  ])
  const at = `/api-host/v2/deployments/${deployment.id}/revisions/${revision.id}/redeploy`
  const { latest_revision_id } = await stack.json<Deployment>('POST', at)
  expect(await stack.settled(deployment.id, latest_revision_id)).toMatchObject({
    status: 'DEPLOYED',
  })
  expect(await schemasOf('typed', 'typed')).toMatchObject({ input_schema: { properties } })
  expect(await kept()).toEqual([file])
})
