import type { Assistant, AssistantPatch } from '../../../../contract/agent-server/assistants.ts'
import type { Queryable } from '../../../db/database.ts'
import { jsonb } from '../../../db/jsonb.ts'
import { type AuthFilter, filterCondition } from '../../access/auth-filter.ts'
import { deleteCronsOfAssistant } from '../../crons/cron-store.ts'
import { wireAssistant } from '../assistant-store.ts'

type AssistantRow = Parameters<typeof wireAssistant>[0]

const shared = 'graph_id, name, description, config, context, metadata'
const columns = `a.assistant_id, a.graph_id, a.name, a.description, a.version, a.config, a.context,
  a.metadata, a.created_at, a.updated_at`

/** Keeps the changed assistant as a new version, which runs take from now on. */
export async function changeAssistant(
  tx: Queryable,
  assistantId: string,
  patch: AssistantPatch,
  now: Date,
): Promise<Assistant | undefined> {
  // The row is held, so that two changes at once become two versions.
  await tx.query('select 1 from assistants where assistant_id = $1 for update', [assistantId])
  const rows = await tx.query<AssistantRow>(
    `update assistants a set
       graph_id = coalesce($2, a.graph_id),
       name = coalesce($3, a.name),
       description = case when $4 then $5 else a.description end,
       config = coalesce($6::jsonb, a.config),
       context = coalesce($7::jsonb, a.context),
       metadata = a.metadata || coalesce($8::jsonb, '{}'),
       version = 1 + (select max(version) from assistant_versions where assistant_id = $1),
       updated_at = $9
     where a.assistant_id = $1 returning ${columns}`,
    [
      assistantId,
      patch.graph_id ?? null,
      patch.name ?? null,
      patch.description !== undefined,
      patch.description ?? null,
      jsonb(patch.config),
      jsonb(patch.context),
      jsonb(patch.metadata),
      now,
    ],
  )
  await tx.query(
    `insert into assistant_versions (assistant_id, version, ${shared}, created_at)
     select assistant_id, version, ${shared}, updated_at from assistants where assistant_id = $1`,
    [assistantId],
  )
  return rows.map(wireAssistant)[0]
}

/** Newest first, each as the assistant was then. */
export async function listVersions(
  db: Queryable,
  assistantId: string,
  page: {
    metadata?: object | null | undefined
    limit: number
    offset: number
    /** What the project's own authorization lets through. */
    allowed: AuthFilter | null
  },
): Promise<Assistant[]> {
  const params: unknown[] = [assistantId, jsonb(page.metadata), page.limit, page.offset]
  const isAllowed = filterCondition('metadata', page.allowed ?? {}, (one) => `$${params.push(one)}`)
  const rows = await db.query<AssistantRow>(
    `select assistant_id, version, ${shared}, created_at, created_at as updated_at
     from assistant_versions where assistant_id = $1
     and ($2::jsonb is null or metadata @> $2::jsonb) and ${isAllowed}
     order by version desc limit $3 offset $4`,
    params,
  )
  return rows.map(wireAssistant)
}

/** Makes the assistant what it was in a version. Answers undefined where there is no such version. */
export async function setLatest(
  db: Queryable,
  assistantId: string,
  version: number,
  now: Date,
): Promise<Assistant | undefined> {
  const rows = await db.query<AssistantRow>(
    `update assistants a set version = v.version, graph_id = v.graph_id, name = v.name,
       description = v.description, config = v.config, context = v.context, metadata = v.metadata,
       updated_at = $3
     from assistant_versions v
     where a.assistant_id = $1 and v.assistant_id = $1 and v.version = $2 returning ${columns}`,
    [assistantId, version, now],
  )
  return rows.map(wireAssistant)[0]
}

export async function deleteAssistant(db: Queryable, assistantId: string): Promise<void> {
  await db.query('delete from assistants where assistant_id = $1', [assistantId])
  await deleteCronsOfAssistant(db, assistantId)
}

/** The threads whose last run was the assistant's. */
export async function threadsOfAssistant(
  db: Queryable,
  deploymentId: string,
  assistantId: string,
): Promise<string[]> {
  const rows = await db.query<{ thread_id: string }>(
    'select thread_id from threads where deployment_id = $1 and assistant_id = $2',
    [deploymentId, assistantId],
  )
  return rows.map(({ thread_id }) => thread_id)
}
