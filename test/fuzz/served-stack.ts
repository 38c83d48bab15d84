import { agentProject, makeRepository } from '../helpers/git.ts'
import { type Stack, startStack } from '../helpers/stack.ts'
import type { Known } from './from-schema.ts'

/** A server with an agent that answers, and something of each kind for requests to name. */
export async function openServedStack(): Promise<Stack & { known: Known }> {
  // A key that the settings give cannot be made anew, which would shut out whoever asks with the former one.
  const stack = await startStack({ apiKey: 'of-the-settings' })
  const { folder } = await makeRepository(`${stack.folder}/agent`, agentProject('Aye.'))
  const { deployment, revision } = await stack.deploy(folder, { name: 'fuzzed' })
  if (revision.status !== 'DEPLOYED') throw new Error(`The agent is ${revision.status}.`)
  const known = {
    connection_id: 'local',
    deployment_id: deployment.id,
    revision_id: revision.id,
    graph_id: 'agent',
    ...(await namedThings(stack)),
  }
  return { ...stack, known }
}

/** Makes a thread, a run and an assistant anew, since requests may have taken those before away. */
export async function namedThings(stack: Stack): Promise<Known> {
  const at = '/agents/fuzzed'
  const { thread_id } = await stack.json<{ thread_id: string }>('POST', `${at}/threads`, {})
  const run = { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'Ahoy' }] } }
  const { run_id } = await stack.json<{ run_id: string }>(
    'POST',
    `${at}/threads/${thread_id}/runs`,
    run,
  )
  await stack.json('GET', `${at}/threads/${thread_id}/runs/${run_id}/join`)
  const { assistant_id } = await stack.json<{ assistant_id: string }>('POST', `${at}/assistants`, {
    graph_id: 'agent',
  })
  return { thread_id, run_id, assistant_id }
}
