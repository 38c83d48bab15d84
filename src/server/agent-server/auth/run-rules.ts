import * as z from 'zod/mini'
import { RunConfig, type RunCreate } from '../../../contract/agent-server/run-request.ts'
import * as runs from '../../../contract/agent-server/runs.ts'
import * as stateless from '../../../contract/agent-server/stateless-runs.ts'
import { findRunPlace, searchRuns } from '../../../contract/search/run-search.ts'
import { HttpError } from '../../http/http-error.ts'
import { withUser } from '../user-config.ts'
import { timeOrderedId } from '../uuid.ts'
import { type Asker, metadataIn } from './asker.ts'
import { rule } from './rule.ts'

/** What a run is asked for that a handler may change. */
export type AskedRun = Pick<
  RunCreate,
  | 'assistant_id'
  | 'input'
  | 'command'
  | 'config'
  | 'context'
  | 'metadata'
  | 'multitask_strategy'
  | 'if_not_exists'
  | 'after_seconds'
>

const Kwargs = z.looseObject({
  config: z.nullish(RunConfig),
  context: z.nullish(z.record(z.string(), z.unknown())),
})

/**
 * Asks `threads:create_run`, and answers the request as the handlers left it, with the user in its config. `threadId` is
 * null for a run on a thread of its own.
 */
export async function admitRun<Body extends AskedRun>(
  ask: Asker,
  threadId: string | null,
  body: Body,
): Promise<Body> {
  const { input, command, config, context } = body
  const value = {
    thread_id: threadId,
    assistant_id: (await ask.assistantId(body.assistant_id)) ?? body.assistant_id,
    run_id: timeOrderedId(ask.engine.now()),
    status: 'pending',
    metadata: body.metadata ?? {},
    prevent_insert_if_inflight: body.multitask_strategy === 'reject',
    multitask_strategy: body.multitask_strategy ?? 'enqueue',
    if_not_exists: body.if_not_exists ?? 'reject',
    after_seconds: body.after_seconds ?? 0,
    kwargs: { input, command, config: withUser(config, ask.user), context },
  }
  const event = 'threads:create_run'
  const left = threadId
    ? await ask.about('thread', threadId, event, value)
    : (await ask.ask(event, value)).value
  const kwargs = Kwargs.safeParse(left.kwargs)
  if (!kwargs.success) {
    throw new HttpError(500, 'The project’s own authorization has made a run that cannot be made.')
  }
  const changed = Object.fromEntries(
    Object.entries(kwargs.data).filter(([name]) => ['input', 'command', 'context'].includes(name)),
  )
  return {
    ...body,
    ...changed,
    config: withUser(kwargs.data.config, ask.user),
    metadata: metadataIn(left),
  }
}

type OnThread = { params: { thread_id: string } }

const creates = async <Body extends AskedRun>(
  ask: Asker,
  { params, body }: OnThread & { body: Body },
) => ({ body: await admitRun(ask, params.thread_id, body) })

const createsAlone = async <Body extends AskedRun>(ask: Asker, { body }: { body: Body }) => ({
  body: await admitRun(ask, null, body),
})

const reads = async (ask: Asker, { params }: OnThread) => {
  await ask.about('thread', params.thread_id, 'threads:read', { ...params })
  return undefined
}

const searches = async <Body extends Record<string, unknown>>(
  ask: Asker,
  { body }: { body: Body },
) => {
  await ask.list('threads:search', { ...body })
  // As of threads: previews have an authorization of their own.
  return { body: { ...body, with_previews: false } }
}

export const runRules = [
  rule(runs.createRun, creates),
  rule(runs.createRunWait, creates),
  rule(runs.createRunStream, creates),
  rule(stateless.createStatelessRun, createsAlone),
  rule(stateless.createStatelessWait, createsAlone),
  rule(stateless.createStatelessStream, createsAlone),
  rule(stateless.createRunBatch, async (ask, { body }) => {
    const admitted: typeof body = []
    for (const one of body) admitted.push(await admitRun(ask, null, one))
    return { body: admitted }
  }),
  rule(runs.listRuns, reads),
  rule(runs.getRun, reads),
  rule(runs.joinRun, reads),
  rule(runs.joinRunStream, reads),
  rule(runs.joinStatelessStream, async (ask, { params: { run_id } }) => {
    const rows = await ask.engine.database.query<{ thread_id: string }>(
      'select thread_id from runs where deployment_id = $1 and run_id = $2',
      [ask.deploymentId, run_id],
    )
    const thread_id = rows[0]?.thread_id
    // A run that is not there is asked about all the same: who may not read learns nothing by it.
    const id = thread_id ?? run_id
    const unknown = new HttpError(404, 'There is no such run on this thread.')
    await ask.about('thread', id, 'threads:read', { thread_id, run_id }, unknown)
    return undefined
  }),
  rule(runs.deleteRun, async (ask, { params }) => {
    await ask.about('thread', params.thread_id, 'threads:delete', { ...params })
    return undefined
  }),
  rule(runs.cancelRun, async (ask, { params: { thread_id, run_id }, query }) => {
    const action = query.action ?? 'interrupt'
    const value = { thread_id, action, metadata: { run_ids: [run_id], status: 'pending' } }
    await ask.about('thread', thread_id, 'threads:update', value)
    return undefined
  }),
  rule(runs.cancelRuns, async (ask, { query, body: { thread_id, run_ids, status } }) => {
    const value = { thread_id, action: query.action ?? 'interrupt', metadata: { run_ids, status } }
    if (thread_id) await ask.about('thread', thread_id, 'threads:update', value)
    else await ask.list('threads:update', value)
    return undefined
  }),
  rule(searchRuns, searches),
  rule(findRunPlace, searches),
]
