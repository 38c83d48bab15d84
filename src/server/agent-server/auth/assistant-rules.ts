import * as z from 'zod/mini'
import * as assistants from '../../../contract/agent-server/assistants.ts'
import * as graphs from '../../../contract/agent-server/graphs.ts'
import { RunConfig } from '../../../contract/agent-server/run-request.ts'
import { HttpError } from '../../http/http-error.ts'
import { type Asker, metadataIn } from './asker.ts'
import { rule } from './rule.ts'

type Named = { params: { assistant_id: string } }

/** Asks about the assistant that the path names by its id or graph; one that is not there is asked about as it is named. */
async function about(
  ask: Asker,
  { params }: Named,
  event: string,
  more: object = {},
): Promise<Record<string, unknown>> {
  const assistant_id = await ask.assistantId(params.assistant_id)
  const value = { ...more, assistant_id: assistant_id ?? params.assistant_id }
  if (!assistant_id) return (await ask.ask(event, value)).value
  const unknown = `There is no assistant “${params.assistant_id}” in this deployment.`
  return ask.about('assistant', assistant_id, event, value, new HttpError(404, unknown))
}

const reads = async (ask: Asker, input: Named) => {
  await about(ask, input, 'assistants:read')
  return undefined
}

const searches = async (ask: Asker, { body }: { body: object }) => {
  await ask.list('assistants:search', { ...body })
  return undefined
}

const Changed = z.looseObject({
  config: z.nullish(RunConfig),
  context: z.nullish(z.record(z.string(), z.unknown())),
})

/** Of what a handler changed, that which an assistant is made with. */
function changedBy(value: Record<string, unknown>) {
  const read = Changed.safeParse(value)
  if (!read.success) {
    throw new HttpError(
      500,
      'The project’s own authorization has made an assistant that cannot be made.',
    )
  }
  const { config, context } = read.data
  return { ...(config ? { config } : {}), ...(context ? { context } : {}) }
}

export const assistantRules = [
  rule(assistants.searchAssistants, searches),
  rule(assistants.countAssistants, searches),
  rule(assistants.createAssistant, async (ask, { body }) => {
    const value = { ...body, metadata: body.metadata ?? {} }
    const { assistant_id: id } = body
    const taken = new HttpError(409, `The assistant id ${id} is taken.`)
    const left = id
      ? await ask.about('assistant', id, 'assistants:create', value, taken)
      : (await ask.ask('assistants:create', value)).value
    return { body: { ...body, ...changedBy(left), metadata: metadataIn(left) } }
  }),
  rule(assistants.getAssistant, reads),
  rule(assistants.listAssistantVersions, reads),
  rule(graphs.getAssistantGraph, reads),
  rule(graphs.getAssistantSchemas, reads),
  rule(graphs.getAssistantSubgraphs, reads),
  rule(graphs.getAssistantSubgraph, reads),
  rule(assistants.patchAssistant, async (ask, input) => {
    const { body } = input
    const value = { ...body, metadata: body.metadata ?? {} }
    const left = await about(ask, input, 'assistants:update', value)
    return { body: { ...body, ...changedBy(left), metadata: metadataIn(left) } }
  }),
  rule(assistants.setLatestAssistantVersion, async (ask, input) => {
    const version = input.body.version ?? input.query.version
    await about(ask, input, 'assistants:update', { version })
    return undefined
  }),
  rule(assistants.deleteAssistant, async (ask, input) => {
    await about(ask, input, 'assistants:delete')
    // Its threads may be those of others.
    if (input.query.delete_threads) await ask.list('threads:delete', {})
    return undefined
  }),
]
