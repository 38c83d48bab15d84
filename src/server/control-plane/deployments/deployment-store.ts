import type { UsageCap } from '../../../contract/agent-server/usage.ts'
import type { DeploymentHealth, SourceConfig } from '../../../contract/control-plane/deployments.ts'
import type { SourceRevisionConfig } from '../../../contract/control-plane/revisions.ts'
import { first, type Queryable } from '../../db/database.ts'

/** A secret as it is kept: `sealed` is encrypted. */
export interface SealedSecret {
  name: string
  sealed: string
}

/** A deployment together with what its latest revision was made from. */
export interface DeploymentRow {
  id: string
  name: string
  source: string
  source_config: SourceConfig
  status: string
  latest_revision_id: string
  latest_revision_status: string
  active_revision_id: string | null
  created_at: Date
  updated_at: Date
  source_revision_config: SourceRevisionConfig
  secrets: SealedSecret[]
  sealed_repo_token: string | null
  health: DeploymentHealth | null
  usage_cap: UsageCap | null
  /** Where its serving `external_docker` revision runs. */
  service_url: string | null
}

const select = `
  select d.*, r.source_revision_config, r.secrets, r.status as latest_revision_status, a.service ->> 'url' as service_url
  from deployments d join revisions r on r.id = d.latest_revision_id
  left join revisions a on a.id = d.active_revision_id`

export interface DeploymentFilter {
  limit: number
  offset: number
  name_contains?: string | undefined
  status?: string | undefined
  deployment_type?: string | undefined
  deployment_ids?: string[] | undefined
  image_version?: string | undefined
  tag_value_ids?: string | undefined
}

/** The one that is called exactly what is asked for, then newest first. No deployment here has tags or an image version, so these filters match none. */
export function listDeploymentRows(
  db: Queryable,
  filter: DeploymentFilter,
): Promise<DeploymentRow[]> {
  return db.query<DeploymentRow>(
    `${select}
     where ${matching}
     order by coalesce(d.name = lower($1), false) desc, d.created_at desc, d.id
     limit $6 offset $7`,
    [...matchingParams(filter), filter.limit, filter.offset],
  )
}

/** What tells how a deployment is. */
export type HealthRow = Pick<
  DeploymentRow,
  | 'id'
  | 'source'
  | 'status'
  | 'active_revision_id'
  | 'latest_revision_status'
  | 'health'
  | 'updated_at'
>

/** How all that match are, without what else there is to say of them, newest first. */
export function listHealthRows(db: Queryable, filter: DeploymentFilter): Promise<HealthRow[]> {
  return db.query<HealthRow>(
    `select d.id, d.source, d.status, d.active_revision_id, d.health, d.updated_at,
       r.status as latest_revision_status
     from deployments d join revisions r on r.id = d.latest_revision_id where ${matching}
     order by d.created_at desc, d.id`,
    matchingParams(filter),
  )
}

/** Names hold no spaces: between words that were typed anything may stand. */
const matching = `($1::text is null or not exists (
         select from regexp_split_to_table(lower($1), '\\s+') as word where position(word in d.name) = 0))
       and ($2::text is null or d.status = $2)
       and ($3::text is null or d.source_config ->> 'deployment_type' = $3)
       and ($4::uuid[] is null or d.id = any ($4::uuid[]))
       and not $5`

function matchingParams(filter: DeploymentFilter): unknown[] {
  return [
    filter.name_contains ?? null,
    filter.status ?? null,
    filter.deployment_type ?? null,
    filter.deployment_ids ?? null,
    Boolean(filter.image_version || filter.tag_value_ids),
  ]
}

export async function findDeployment(
  db: Queryable,
  id: string,
): Promise<DeploymentRow | undefined> {
  return first(await db.query<DeploymentRow>(`${select} where d.id = $1`, [id]))
}

/** The deployment of that name, whatever its state. */
export async function findDeploymentNamed(
  db: Queryable,
  name: string,
): Promise<DeploymentRow | undefined> {
  return first(await db.query<DeploymentRow>(`${select} where d.name = $1`, [name]))
}

/** The deployment that a request with this key has made. */
export async function findKeyedDeployment(
  db: Queryable,
  key: string,
): Promise<(DeploymentRow & { request_hash: string }) | undefined> {
  return first(await db.query(`${select} where d.request_key = $1`, [key]))
}

/** As `findDeployment`, keeping other changes of the deployment out until the transaction ends. */
export async function lockDeployment(
  tx: Queryable,
  id: string,
): Promise<DeploymentRow | undefined> {
  return first(await tx.query<DeploymentRow>(`${select} where d.id = $1 for update of d`, [id]))
}

/** Rejects with a violation of `deployments_name_key` when the name is taken. */
export async function insertDeployment(
  tx: Queryable,
  row: { id: string; name: string; source: string; source_config: SourceConfig },
  asked: { key: string; hash: string } | null = null,
): Promise<void> {
  await tx.query(
    `insert into deployments (id, name, source, source_config, status, request_key, request_hash)
     values ($1, $2, $3, $4, 'AWAITING_DATABASE', $5, $6)`,
    [
      ...[row.id, row.name, row.source, JSON.stringify(row.source_config)],
      ...[asked?.key ?? null, asked?.hash ?? null],
    ],
  )
}

export async function updateSourceConfig(
  tx: Queryable,
  id: string,
  sourceConfig: SourceConfig,
): Promise<void> {
  await tx.query('update deployments set source_config = $2, updated_at = now() where id = $1', [
    id,
    JSON.stringify(sourceConfig),
  ])
}

/** Null for none. */
export async function setUsageCap(tx: Queryable, id: string, cap: UsageCap | null): Promise<void> {
  await tx.query('update deployments set usage_cap = $2, updated_at = now() where id = $1', [
    id,
    cap && JSON.stringify(cap),
  ])
}

/** Null for none. */
export async function setRepoToken(
  tx: Queryable,
  id: string,
  sealedToken: string | null,
): Promise<void> {
  await tx.query('update deployments set sealed_repo_token = $2 where id = $1', [id, sealedToken])
}

/** Answers what it was before; null when nobody had asked, or the deployment is gone. */
export async function setHealth(
  db: Queryable,
  id: string,
  health: DeploymentHealth,
): Promise<DeploymentHealth | null> {
  const rows = await db.query<{ before: DeploymentHealth | null }>(
    `update deployments d set health = $2 from (select id, health from deployments where id = $1 for update) b
     where d.id = b.id returning b.health as before`,
    [id, JSON.stringify(health)],
  )
  return first(rows)?.before ?? null
}

/** The `external_docker` deployments that serve, with their addresses. */
export function listExternal(db: Queryable): Promise<
  {
    id: string
    health: DeploymentHealth | null
    custom_url: string | null
    service_url: string | null
  }[]
> {
  return db.query(
    `select d.id, d.health, d.source_config ->> 'custom_url' as custom_url, a.service ->> 'url' as service_url
     from deployments d join revisions a on a.id = d.active_revision_id
     where d.source = 'external_docker' and d.status <> 'AWAITING_DELETE'`,
  )
}

/** A deployment with `build_on_push`: the ref that it follows, and the commit that was last built of it. */
export interface PushWatchedRow {
  id: string
  address: string
  ref: string | null
  commit: string
  latest_revision_id: string
  sealed_repo_token: string | null
}

/**
 * The deployments with `build_on_push` whose latest revision is no longer on its way. A redeploy puts an old commit back
 * on purpose: what counts is what was last built of the ref.
 */
export function listPushWatched(db: Queryable): Promise<PushWatchedRow[]> {
  return db.query<PushWatchedRow>(
    `select d.id, d.source_config ->> 'repo_url' as address,
       r.source_revision_config ->> 'repo_ref' as ref, built.commit,
       d.latest_revision_id, d.sealed_repo_token
     from deployments d join revisions r on r.id = d.latest_revision_id
     cross join lateral (
       select b.source_revision_config ->> 'repo_commit_sha' as commit from revisions b
       where b.deployment_id = d.id and b.redeploy_of is null
         and b.source_revision_config ->> 'repo_commit_sha' is not null
         and b.source_revision_config ->> 'repo_ref' = r.source_revision_config ->> 'repo_ref'
       order by b.number desc limit 1
     ) built
     where (d.source_config ->> 'build_on_push')::boolean and d.status <> 'AWAITING_DELETE'
       and r.status in ('DEPLOYED', 'CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED', 'INTERRUPTED')`,
  )
}

export async function setDeploymentReady(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update deployments set status = 'READY', updated_at = now()
     where id = $1 and status = 'AWAITING_DATABASE'`,
    [id],
  )
}

export async function setActiveRevision(
  tx: Queryable,
  id: string,
  revisionId: string,
): Promise<void> {
  await tx.query(
    'update deployments set active_revision_id = $2, updated_at = now() where id = $1',
    [id, revisionId],
  )
}

/** From now on nothing is begun for the deployment any more. */
export async function setAwaitingDelete(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `update deployments set status = 'AWAITING_DELETE', updated_at = now() where id = $1`,
    [id],
  )
}

/** Deletes the deployment with its revisions and their logs. */
export async function deleteDeploymentRow(db: Queryable, id: string): Promise<void> {
  await db.query('delete from deployments where id = $1', [id])
}

/** Every deployment that stays, as it is needed to have it answer again after a start. */
export function allDeployments(
  db: Queryable,
): Promise<{ id: string; name: string; source: string; active_revision_id: string | null }[]> {
  return db.query(
    `select id, name, source, active_revision_id from deployments where status <> 'AWAITING_DELETE'
     order by created_at`,
  )
}

/** Deployments whose deletion was begun and not finished. */
export async function listAwaitingDelete(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from deployments where status = 'AWAITING_DELETE' order by created_at`,
  )
  return rows.map((row) => row.id)
}

/** The ids of all deployments in the order of their names, whatever their case. */
export async function deploymentIdsByName(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from deployments order by lower(name), id')
  return rows.map(({ id }) => id)
}
