import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import {
  countAssistants,
  createAssistant,
  deleteAssistant,
  getAssistant,
  listAssistantVersions,
  patchAssistant,
  searchAssistants,
  setLatestAssistantVersion,
} from '../../../../contract/agent-server/assistants.ts'
import { HttpError, invalidField } from '../../../http/http-error.ts'
import { route } from '../../../http/route.ts'
import { takeFilter } from '../../access/granted-access.ts'
import { deploymentOf, tellTotal } from '../../agent-routes.ts'
import type { RunEngine } from '../../run-engine.ts'
import { checkAssistant } from '../../runs/check-input.ts'
import { withoutOwnKeys } from '../../runs/run-request.ts'
import { deleteThreadWithRuns } from '../../threads/routes/delete-thread.ts'
import { matchesFilter } from '../../threads/thread-search.ts'
import { assistantOf } from '../assistant-of.ts'
import * as store from '../assistant-store.ts'
import * as versions from './assistant-versions.ts'

/** `/assistants` of an agent server, without what their graphs tell. */
export function mountAssistants(app: Hono, engine: RunEngine): void {
  const { database, now } = engine
  const checkGraph = async (deployment: string, graphId: string) => {
    if (await store.isGraph(database, deployment, graphId)) return
    throw invalidField(['body', 'graph_id'], `The deployment has no graph “${graphId}”.`)
  }

  route(app, searchAssistants, async ({ body, context }) => {
    const page = { limit: body.limit ?? 10, offset: body.offset ?? 0 }
    const search = { ...body, ...page, allowed: takeFilter(context) }
    const found = await store.searchAssistants(database, deploymentOf(engine, context), search)
    tellTotal(context, found.total, page.offset + found.assistants.length)
    return found.assistants
  })
  route(app, countAssistants, ({ body, context }) =>
    store.countAssistants(database, deploymentOf(engine, context), {
      ...body,
      allowed: takeFilter(context),
    }),
  )
  route(app, createAssistant, async ({ body, context }) => {
    const deployment = deploymentOf(engine, context)
    await checkGraph(deployment, body.graph_id)
    const assistant = {
      assistant_id: body.assistant_id ?? randomUUID(),
      graph_id: body.graph_id,
      name: body.name ?? 'Untitled',
      description: body.description ?? null,
      config: withoutOwnKeys(body.config) ?? {},
      context: body.context ?? {},
      metadata: body.metadata ?? {},
    }
    await checkAssistant(engine, deployment, assistant)
    const made = await store.insertAssistant(database, deployment, assistant, now())
    if (made) return made
    const { assistant_id } = assistant
    const found = await store.findAssistant(database, deployment, assistant_id)
    const mayHave =
      found && (await store.matchesFilter(database, assistant_id, takeFilter(context)))
    if (mayHave && body.if_exists === 'do_nothing') return found
    throw new HttpError(409, `The assistant id ${assistant_id} is taken.`)
  })
  route(app, getAssistant, ({ params, context }) =>
    assistantOf(engine, context, params.assistant_id),
  )
  route(app, patchAssistant, async ({ params, body, context }) => {
    const deployment = deploymentOf(engine, context)
    const assistant = await assistantOf(engine, context, params.assistant_id)
    const { assistant_id, graph_id } = assistant
    if (body.graph_id && body.graph_id !== graph_id) {
      await checkGraph(deployment, body.graph_id)
      if (store.isDefault(deployment, assistant)) {
        const message = `This assistant is the one of the graph “${graph_id}”. Make another one.`
        throw invalidField(['body', 'graph_id'], message)
      }
    }
    const change = body.config ? { ...body, config: withoutOwnKeys(body.config) } : body
    if (body.config || body.context || body.graph_id) {
      await checkAssistant(engine, deployment, {
        graph_id: change.graph_id ?? graph_id,
        config: change.config ?? assistant.config,
        context: change.context ?? assistant.context,
      })
    }
    return database.transaction((tx) => versions.changeAssistant(tx, assistant_id, change, now()))
  })
  route(app, deleteAssistant, async ({ params, query, context }) => {
    const deployment = deploymentOf(engine, context)
    const assistant = await assistantOf(engine, context, params.assistant_id)
    if (store.isDefault(deployment, assistant)) {
      throw new HttpError(
        409,
        `Every graph has its own assistant; that of “${assistant.graph_id}” goes with the graph.`,
      )
    }
    const { assistant_id } = assistant
    if (query.delete_threads) {
      const allowed = takeFilter(context)
      for (const thread of await versions.threadsOfAssistant(database, deployment, assistant_id)) {
        if (await matchesFilter(database, thread, allowed))
          await deleteThreadWithRuns(engine, deployment, thread)
      }
    }
    await versions.deleteAssistant(database, assistant_id)
  })
  route(app, listAssistantVersions, async ({ params, body, context }) => {
    const { assistant_id } = await assistantOf(engine, context, params.assistant_id)
    const { limit, offset } = body
    const allowed = takeFilter(context)
    const page = { ...body, limit: limit ?? 10, offset: offset ?? 0, allowed }
    return versions.listVersions(database, assistant_id, page)
  })
  route(app, setLatestAssistantVersion, async ({ params, query, body, context }) => {
    const version = body.version ?? query.version
    if (version === undefined) throw invalidField(['body', 'version'], 'Name a version.')
    const { assistant_id } = await assistantOf(engine, context, params.assistant_id)
    const found = await versions.setLatest(database, assistant_id, version, now())
    if (found) return found
    throw new HttpError(404, `The assistant has no version ${version}.`)
  })
}
