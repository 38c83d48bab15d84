/** A graph library that is too old is refused with its version and the oldest that works (S1). */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentProject, makeRepository, type RepositoryFiles } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

let count = 0
async function deployed(files: RepositoryFiles) {
  const name = `agent-${++count}`
  const { folder } = await makeRepository(path.join(stack.folder, name), files)
  return { name, ...(await stack.deploy(folder, { name })) }
}

/** A copy of the library as the repository brings it along. */
const library = (version: string, within = ''): RepositoryFiles => ({
  [`${within}node_modules/@langchain/langgraph/package.json`]: JSON.stringify({
    name: '@langchain/langgraph',
    version,
    type: 'module',
    exports: './index.js',
  }),
  [`${within}node_modules/@langchain/langgraph/index.js`]: 'export {}',
})

describe('S1 what the modules of a project find is refused', () => {
  it.each(['0.2.5', '0.2.20', '0.2.74', '0.3.12', '0.3.12-rc.1', '0.0.34'])(
    '%s',
    async (version) => {
      const { revision } = await deployed({ ...agentProject('x'), ...library(version) })
      expect(revision).toMatchObject({
        status: 'BUILD_FAILED',
        status_reason: `The project installs @langchain/langgraph ${version}, and this server runs 0.4.0 and later. Raise it in package.json, and in the lock file if there is one.`,
      })
    },
  )

  it('the nearest to each graph counts', async () => {
    const files = {
      ...agentProject('x'),
      'langgraph.json': JSON.stringify({
        graphs: { agent: './agent.ts:graph', inner: './inner/agent.ts:graph' },
      }),
      'inner/agent.ts': agentProject('x')['agent.ts'] ?? '',
      ...library('0.2.74', 'inner/'),
    }
    expect((await deployed(files)).revision).toMatchObject({
      status: 'BUILD_FAILED',
      status_reason: expect.stringContaining('0.2.74'),
    })
  })

  it('what the build command installs counts too', async () => {
    const manifest = `{"name":"@langchain/langgraph","version":"0.3.12"}`
    const { folder } = await makeRepository(path.join(stack.folder, 'built'), agentProject('x'))
    const name = 'built'
    const place = 'node_modules/@langchain/langgraph'
    const { id, latest_revision_id } = await stack.json<{ id: string; latest_revision_id: string }>(
      'POST',
      '/api-host/v2/deployments',
      {
        name,
        source: 'github',
        source_config: {
          repo_url: folder,
          build_command: `rm ${place} && mkdir ${place} && echo '${manifest}' > ${place}/package.json`,
        },
        source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
        secrets: [],
      },
    )
    expect(await stack.settled(id, latest_revision_id)).toMatchObject({
      status: 'BUILD_FAILED',
      status_reason: expect.stringContaining('0.3.12'),
    })
  })
})

it.each(['0.4.0', '1.0.0-alpha.1', '10.0.0'])('%s is not refused', async (version) => {
  // Its graphs are made by the copy of the server, which the version does not decide.
  const { revision } = await deployed({
    ...agentProject('x'),
    ...library(version),
    'node_modules/@langchain/langgraph/index.js': `export * from ${JSON.stringify(import.meta.resolve('@langchain/langgraph'))}`,
    'node_modules/@langchain/core/package.json': '{"name":"@langchain/core","type":"module"}',
    'node_modules/@langchain/core/messages.js': `export * from ${JSON.stringify(import.meta.resolve('@langchain/core/messages'))}`,
    'agent.ts': (agentProject('x')['agent.ts'] ?? '').replace('core/messages', 'core/messages.js'),
  })
  expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
})

/** What graphs of an old library have in common, with and without what the first ones lacked. */
const oldKit = (isMarked: boolean) => `class Pregel {
  ${isMarked ? 'lg_is_pregel = true' : ''}
  prepareSpecs() {}
  withConfig() { return this }
}
class CompiledStateGraph extends Pregel {}
export class StateGraph { compile() { return new CompiledStateGraph() } }
`
it.each([
  ['marked', true, 'new StateGraph().compile()'],
  ['not marked', false, 'new StateGraph().compile()'],
  ['not compiled', false, 'new StateGraph()'],
  ['made by a function', false, '() => new StateGraph().compile()'],
  ['within an agent', true, '({ graph: new StateGraph().compile() })'],
])(
  'a graph of an old library that another package brings is named: %s',
  async (_name, isMarked, text) => {
    const { revision } = await deployed({
      'langgraph.json': JSON.stringify({ graphs: { agent: './agent.mjs:graph' } }),
      'agent.mjs': `import { StateGraph } from 'kit'\nexport const graph = ${text}\n`,
      'node_modules/kit/package.json': '{"name":"kit","type":"module","exports":"./index.js"}',
      'node_modules/kit/index.js': oldKit(isMarked),
    })
    expect(revision).toMatchObject({
      status: 'DEPLOY_FAILED',
      status_reason: expect.stringMatching(
        /“agent” cannot be loaded: “graph” of \.\/agent\.mjs is made with a @langchain\/langgraph before 0\.4\.0, and this server runs 0\.4\.0 and later/,
      ),
    })
  },
)

it('a working folder with an old library says so', async () => {
  const folder = path.join(stack.folder, 'working')
  for (const [name, text] of Object.entries({ ...agentProject('x'), ...library('0.2.74') })) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text ?? '')
  }
  const id = await stack.follow(folder)
  const { latest_revision_id } = await stack.json<{ latest_revision_id: string }>(
    'GET',
    `/api-host/v2/deployments/${id}`,
  )
  expect(await stack.settled(id, latest_revision_id)).toMatchObject({
    status: 'BUILD_FAILED',
    status_reason: expect.stringContaining('0.2.74, and this server runs 0.4.0 and later'),
  })
})
