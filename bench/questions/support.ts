import { makeRepository } from '../../test/helpers/git.ts'

/** The real deployment among those that are only rows. */
export const support = {
  name: 'support',
  asked: 'Please fail',
  printed: 'looking for order 4711',
  failure: 'The warehouse does not answer.',
  change: 'Look twice',
  missing: 'WAREHOUSE_URL',
} as const

const agent = (answer: string) => `import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', ({ messages }) => {
    console.log('${support.printed}')
    if (String(messages.at(-1)?.content).includes('fail')) throw new Error('${support.failure}')
    return { messages: [new AIMessage('${answer}')] }
  })
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile()
`
const project = (answer: string) => ({
  'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' } }),
  'agent.ts': agent(answer),
})
const broken = { 'agent.ts': `throw new Error('${support.missing} is not set')\n` }

export interface Support {
  deployment: string
  /** The first one, and what serves since. */
  revisions: readonly [string, string]
  /** A run that failed. */
  failed: { run_id: string }
  /** Has another rollout fail. */
  fail: () => Promise<void>
}

/** Deploys it twice, has it answer once and fail once, and a third rollout fail. `api` asks the server, and throws what it refuses. */
export async function deploySupport(
  api: <Answer>(method: string, at: string, body?: unknown) => Promise<Answer>,
  folder: string,
): Promise<Support> {
  const at = '/api-host/v2/deployments'
  const repository = await makeRepository(folder, project('Sent.'))
  const settled = async (deployment: string, revision: string) => {
    for (;;) {
      const { status } = await api<{ status: string }>(
        'GET',
        `${at}/${deployment}/revisions/${revision}`,
      )
      if (/DEPLOYED|FAILED|INTERRUPTED/.test(status)) return
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const made = await api<{ id: string; latest_revision_id: string }>('POST', at, {
    name: support.name,
    source: 'github',
    source_config: { repo_url: repository.folder },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [],
  })
  const first = made.latest_revision_id
  await settled(made.id, first)
  const next = async (files: Record<string, string>, message: string) => {
    await repository.commit(files, message)
    const { id } = await api<{ id: string }>('POST', `${at}/${made.id}/revisions`, {})
    await settled(made.id, id)
    return id
  }
  const serving = await next(project('Sent yesterday.'), support.change)
  const say = (content: string) =>
    api('POST', `/agents/${support.name}/runs/wait`, {
      assistant_id: 'agent',
      input: { messages: [{ role: 'user', content }] },
      on_completion: 'keep',
      raise_error: false,
    })
  await say('Where is my order?')
  await say(support.asked)
  const { runs } = await api<{ runs: { run_id: string }[] }>('POST', '/api-host/v1/runs/search', {
    deployment_id: [made.id],
    status: ['error'],
  })
  const [failed] = runs
  if (!failed) throw new Error('No run has failed.')
  const fail = async () => void (await next(broken, 'Ask the warehouse'))
  await fail()
  return { deployment: made.id, revisions: [first, serving], failed, fail }
}
