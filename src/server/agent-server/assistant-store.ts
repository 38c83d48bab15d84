import { createHash } from 'node:crypto'
import type { Assistant } from '../../contract/assistants.ts'
import { first, type Queryable } from '../db/database.ts'
import { jsonb } from './jsonb.ts'

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

/** Gives each graph its assistant, and takes those away whose graph is no more. */
export async function setGraphs(
  tx: Queryable,
  deploymentId: string,
  graphs: string[],
  now: Date,
): Promise<void> {
  await tx.query(
    `delete from assistants where deployment_id = $1 and graph_id <> all($2::text[])
     and metadata->>'created_by' = 'system'`,
    [deploymentId, graphs],
  )
  for (const [index, graph] of graphs.entries()) {
    // Lists show the newest first: the graph that the project names first leads them.
    const createdAt = new Date(now.getTime() - index)
    await tx.query(
      `insert into assistants
         (assistant_id, deployment_id, graph_id, name, metadata, created_at, updated_at)
       values ($1, $2, $3, $3, '{"created_by": "system"}', $4, $4)
       on conflict (assistant_id) do nothing`,
      [defaultAssistantId(deploymentId, graph), deploymentId, graph, createdAt],
    )
  }
}

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

/** By id or by the name of its graph. */
export async function findAssistant(
  db: Queryable,
  deploymentId: string,
  idOrGraph: string,
): Promise<Assistant | undefined> {
  const rows = await db.query<AssistantRow>(
    `select ${columns} from assistants
     where deployment_id = $1 and (assistant_id::text = lower($2) or graph_id = $2)
     order by (assistant_id::text = lower($2)) desc, metadata->>'created_by' = 'system' desc, created_at
     limit 1`,
    [deploymentId, idOrGraph],
  )
  return rows.map(wireAssistant)[0]
}

/** Newest first; of those created together, by graph. */
export async function searchAssistants(
  db: Queryable,
  deploymentId: string,
  search: {
    graph_id?: string | undefined
    name?: string | undefined
    metadata?: object | null | undefined
    limit: number
    offset: number
  },
): Promise<{ assistants: Assistant[]; total: number }> {
  const where = `deployment_id = $1 and ($2::text is null or graph_id = $2)
    and ($3::text is null or strpos(lower(name), lower($3)) > 0)
    and ($4::jsonb is null or metadata @> $4::jsonb)`
  const values = [deploymentId, search.graph_id, search.name, jsonb(search.metadata)]
  const rows = await db.query<AssistantRow>(
    `select ${columns} from assistants where ${where}
     order by created_at desc, graph_id limit $5 offset $6`,
    [...values, search.limit, search.offset],
  )
  const count = await db.query<{ total: number }>(
    `select count(*)::int as total from assistants where ${where}`,
    values,
  )
  return { assistants: rows.map(wireAssistant), total: first(count)?.total ?? 0 }
}

function wireAssistant(row: AssistantRow): Assistant {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
