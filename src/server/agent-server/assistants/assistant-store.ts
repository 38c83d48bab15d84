import { createHash } from 'node:crypto'
import type {
  Assistant,
  AssistantSearchRequest,
} from '../../../contract/agent-server/assistants.ts'
import type { LoadableRevision } from '../../cluster/agent-host.ts'
import { first, type Queryable } from '../../db/database.ts'
import { jsonb } from '../../db/jsonb.ts'
import { type AuthFilter, filterCondition } from '../access/auth-filter.ts'

interface AssistantRow {
  assistant_id: string
  graph_id: string
  name: string
  description: string | null
  version: number
  config: Record<string, unknown>
  context: Record<string, unknown>
  metadata: Record<string, unknown>
  created_at: Date
  updated_at: Date
}

const columns = `assistant_id, graph_id, name, description, version, config, context, metadata,
  created_at, updated_at`

/**
 * Gives each graph its assistant, and takes those away whose graph is no more. An assistant that nobody has changed is
 * described as its project says, and has the configuration that its deployment's environment gives it.
 */
export async function setGraphs(
  tx: Queryable,
  deploymentId: string,
  graphs: string[],
  given: Required<Pick<LoadableRevision, 'descriptions' | 'graph_defaults'>>,
  now: Date,
): Promise<void> {
  const others = await tx.query<{ assistant_id: string; graph_id: string }>(
    `select assistant_id, graph_id from assistants
     where deployment_id = $1 and graph_id <> all($2::text[])`,
    [deploymentId, graphs],
  )
  const gone = others.filter((assistant) => isDefault(deploymentId, assistant))
  await tx.query('delete from assistants where assistant_id = any($1::uuid[])', [
    gone.map(({ assistant_id }) => assistant_id),
  ])
  for (const [index, graph] of graphs.entries()) {
    // Lists show the newest first: the graph that the project names first leads them.
    const id = defaultAssistantId(deploymentId, graph)
    const description = given.descriptions[graph] ?? null
    const { config, context } = given.graph_defaults[graph] ?? { config: {}, context: {} }
    const createdAt = new Date(now.getTime() - index)
    await tx.query(
      `with made as (
         insert into assistants (assistant_id, deployment_id, graph_id, name, description, config,
           context, metadata, created_at, updated_at)
         values ($1, $2, $3, $3, $5, $6, $7, '{"created_by": "system"}', $4, $4)
         on conflict (assistant_id) do nothing returning *
       ) ${firstVersion}`,
      [id, deploymentId, graph, createdAt, description, jsonb(config), jsonb(context)],
    )
    await tx.query(
      `with told as (
         update assistants a set description = $2, config = $3, context = $4 where assistant_id = $1
         and (description, config, context) is distinct from ($2, $3::jsonb, $4::jsonb)
         and not exists (
           select 1 from assistant_versions v where v.assistant_id = $1 and v.version > 1)
         returning assistant_id
       ) update assistant_versions v set description = $2, config = $3, context = $4 from told
       where v.assistant_id = told.assistant_id`,
      [id, description, jsonb(config), jsonb(context)],
    )
  }
}

const firstVersion = `insert into assistant_versions
  select assistant_id, version, graph_id, name, description, config, context, metadata, created_at
  from made`

export async function deleteAssistants(tx: Queryable, deploymentId: string): Promise<void> {
  await tx.query('delete from assistants where deployment_id = $1', [deploymentId])
}

/** The same id each time, so that it survives a redeploy: a name-based UUID (version 8). */
function defaultAssistantId(deploymentId: string, graphId: string): string {
  const hash = createHash('sha256').update(`${deploymentId}/${graphId}`).digest('hex')
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-')
}

/** True when the deployment has, or had when it last served, a graph of that name. */
export async function isGraph(
  db: Queryable,
  deploymentId: string,
  graphId: string,
): Promise<boolean> {
  const rows = await db.query('select 1 from assistants where assistant_id = $1', [
    defaultAssistantId(deploymentId, graphId),
  ])
  return rows.length > 0
}

/** True for the assistant that a graph has from the start. */
export function isDefault(
  deploymentId: string,
  assistant: Pick<AssistantRow, 'assistant_id' | 'graph_id'>,
): boolean {
  return assistant.assistant_id === defaultAssistantId(deploymentId, assistant.graph_id)
}

/** Answers undefined when the id is taken, by whatever deployment. */
export async function insertAssistant(
  db: Queryable,
  deploymentId: string,
  assistant: Pick<AssistantRow, 'assistant_id' | 'graph_id' | 'name'> & {
    description: string | null
    config: object
    context: object
    metadata: object
  },
  now: Date,
): Promise<Assistant | undefined> {
  const { assistant_id, graph_id, name, description, config, context, metadata } = assistant
  const rows = await db.query<AssistantRow>(
    `with made as (
       insert into assistants (assistant_id, deployment_id, graph_id, name, description, config,
         context, metadata, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict do nothing returning *
     ), versioned as (${firstVersion}) select ${columns} from made`,
    [
      assistant_id,
      deploymentId,
      graph_id,
      name,
      description,
      jsonb(config),
      jsonb(context),
      jsonb(metadata),
      now,
    ],
  )
  return rows.map(wireAssistant)[0]
}

/** By id, or by the name of its graph: then the one that the graph has from the start. */
export async function findAssistant(
  db: Queryable,
  deploymentId: string,
  idOrGraph: string,
): Promise<Assistant | undefined> {
  const rows = await db.query<AssistantRow>(
    `select ${columns} from assistants
     where deployment_id = $1 and (assistant_id::text = lower($2) or graph_id = $2)
     order by (assistant_id::text = lower($2)) desc, (assistant_id = $3) desc, created_at limit 1`,
    [deploymentId, idOrGraph, defaultAssistantId(deploymentId, idOrGraph)],
  )
  return rows.map(wireAssistant)[0]
}

export interface AssistantFilter {
  graph_id?: string | null | undefined
  name?: string | null | undefined
  metadata?: object | null | undefined
  /** What the project's own authorization lets through. */
  allowed?: AuthFilter | null
}

const matches = `deployment_id = $1 and ($2::text is null or graph_id = $2)
  and ($3::text is null or strpos(lower(name), lower($3)) > 0)
  and ($4::jsonb is null or metadata @> $4::jsonb)`

function conditionsOf(deploymentId: string, filter: AssistantFilter) {
  const { graph_id, name, metadata, allowed } = filter
  const params: unknown[] = [deploymentId, graph_id ?? null, name ?? null, jsonb(metadata)]
  const isAllowed = filterCondition('metadata', allowed ?? {}, (one) => `$${params.push(one)}`)
  return { matches: `${matches} and ${isAllowed}`, params }
}

/** Whether an assistant is one that the project's own authorization lets through. */
export async function matchesFilter(
  db: Queryable,
  assistantId: string,
  allowed: AuthFilter | null,
): Promise<boolean> {
  const params: unknown[] = [assistantId]
  const condition = filterCondition('metadata', allowed ?? {}, (one) => `$${params.push(one)}`)
  const rows = await db.query(
    `select 1 from assistants where assistant_id = $1 and ${condition}`,
    params,
  )
  return rows.length > 0
}

export async function countAssistants(
  db: Queryable,
  deploymentId: string,
  filter: AssistantFilter,
): Promise<number> {
  const { matches, params } = conditionsOf(deploymentId, filter)
  const count = await db.query<{ total: number }>(
    `select count(*)::int as total from assistants where ${matches}`,
    params,
  )
  return first(count)?.total ?? 0
}

/** Newest first unless told otherwise; of those alike, by graph. */
export async function searchAssistants(
  db: Queryable,
  deploymentId: string,
  search: AssistantSearchRequest & AssistantFilter & { limit: number; offset: number },
): Promise<{ assistants: Partial<Assistant>[]; total: number }> {
  const { matches, params } = conditionsOf(deploymentId, search)
  const order = `${search.sort_by ?? 'created_at'} ${search.sort_order ?? 'desc'}`
  const rows = await db.query<AssistantRow>(
    `select ${columns} from assistants where ${matches}
     order by ${order}, graph_id, assistant_id
     limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, search.limit, search.offset],
  )
  const total = await countAssistants(db, deploymentId, search)
  const { select } = search
  const assistants = rows.map((row): Partial<Assistant> => {
    const assistant = wireAssistant(row)
    if (!select) return assistant
    return Object.fromEntries(select.map((name) => [name, assistant[name]]))
  })
  return { assistants, total }
}

export function wireAssistant(row: AssistantRow): Assistant {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
