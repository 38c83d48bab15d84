import type { RevisionStatus, SourceRevisionConfig } from '../../contract/revisions.ts'
import { first, type Queryable } from '../db/database.ts'
import type { SealedSecret } from './deployment-store.ts'

/** What a build left on disk. */
export interface Build {
  /** The folder of the whole build, absolute. */
  folder: string
  /** The folder of its langgraph.json, absolute. */
  config_folder: string
  graphs: Record<string, string>
  /** From langgraph.json; sealed, since people put secrets there. */
  sealed_env: string
}

export interface RevisionRow {
  id: string
  deployment_id: string
  source: string
  source_revision_config: SourceRevisionConfig
  secrets: SealedSecret[]
  status: string
  status_reason: string | null
  status_history: { status: string; at: string }[]
  attempts: number
  build: Build | null
  /** The revision that this one repeats, for a redeploy. */
  redeploy_of: string | null
  created_at: Date
  updated_at: Date
}

export interface NewRevision {
  id: string
  deployment_id: string
  /** With a `repo_commit_sha` the rollout takes that commit, without one what the ref points to. */
  source_revision_config: SourceRevisionConfig
  secrets: SealedSecret[]
  /** A build that is there already and need not be made. */
  build?: Build | null
  redeploy_of?: string | null
  at: Date
}

const select = `
  select r.*, d.source from revisions r join deployments d on d.id = r.deployment_id`

/** Statuses in which a revision has not begun: a newer one takes its place. */
const waiting = ['CREATING', 'QUEUED']
/** Statuses of a rollout that is at work. */
const moving = ['AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING']
/** Every status that is not an end. */
export const unsettled = [...waiting, ...moving]

/** Records a revision as its deployment's latest. */
export async function insertRevision(tx: Queryable, row: NewRevision): Promise<void> {
  await tx.query(
    `insert into revisions
       (id, deployment_id, source_revision_config, secrets, status, status_history, build, redeploy_of)
     values ($1, $2, $3, $4, 'CREATING', $5, $6, $7)`,
    [
      row.id,
      row.deployment_id,
      JSON.stringify(row.source_revision_config),
      JSON.stringify(row.secrets),
      JSON.stringify([{ status: 'CREATING', at: row.at.toISOString() }]),
      row.build ? JSON.stringify(row.build) : null,
      row.redeploy_of ?? null,
    ],
  )
  await tx.query(
    'update deployments set latest_revision_id = $2, updated_at = now() where id = $1',
    [row.deployment_id, row.id],
  )
}

/** Skips what has not begun and is older than `newerId`; a rollout at work is left to finish. */
export async function skipWaiting(
  tx: Queryable,
  deploymentId: string,
  newerId: string,
  at: Date,
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `select id from revisions where deployment_id = $1 and id <> $2 and status = any ($3)`,
    [deploymentId, newerId, waiting],
  )
  for (const row of rows) {
    await moveRevision(tx, row.id, {
      to: 'SKIPPED',
      at,
      from: waiting,
      reason: `A newer revision (${newerId}) took its place before it began.`,
    })
  }
}

export async function findRevision(
  db: Queryable,
  deploymentId: string,
  id: string,
): Promise<RevisionRow | undefined> {
  const rows = await db.query<RevisionRow>(`${select} where r.id = $1 and r.deployment_id = $2`, [
    id,
    deploymentId,
  ])
  return first(rows)
}

/** As `findRevision`, keeping its build from being given up until the transaction ends. */
export async function lockRevision(
  tx: Queryable,
  deploymentId: string,
  id: string,
): Promise<RevisionRow | undefined> {
  const rows = await tx.query<RevisionRow>(
    `${select} where r.id = $1 and r.deployment_id = $2 for update of r`,
    [id, deploymentId],
  )
  return first(rows)
}

/** Newest first. */
export function listRevisionRows(
  db: Queryable,
  deploymentId: string,
  filter: { limit: number; offset: number; statuses?: string[] | undefined },
): Promise<RevisionRow[]> {
  return db.query<RevisionRow>(
    `${select}
     where r.deployment_id = $1 and ($4::text[] is null or r.status = any ($4))
     order by r.number desc limit $2 offset $3`,
    [deploymentId, filter.limit, filter.offset, filter.statuses ?? null],
  )
}

/** Every revision whose rollout has not begun and shall, oldest first. */
export function listWaiting(db: Queryable): Promise<RevisionRow[]> {
  return listIn(db, waiting)
}

/** Rollouts that a former process left in the middle, oldest first. */
export function listUnfinished(db: Queryable): Promise<RevisionRow[]> {
  return listIn(db, moving)
}

function listIn(db: Queryable, statuses: string[]): Promise<RevisionRow[]> {
  return db.query<RevisionRow>(
    `${select} where r.status = any ($1) and d.status <> 'AWAITING_DELETE' order by r.number`,
    [statuses],
  )
}

/** True when a newer revision of the deployment exists. */
export async function isSuperseded(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from revisions mine join revisions newer
       on newer.deployment_id = mine.deployment_id and newer.number > mine.number
     where mine.id = $1 limit 1`,
    [id],
  )
  return rows.length > 0
}

/**
 * Moves a revision to a status, if it is in one of `from` (any when absent), and adds it to the
 * history. Answers false when it was not.
 */
export async function moveRevision(
  db: Queryable,
  id: string,
  move: { to: RevisionStatus; at: Date; reason?: string; from?: string[] },
): Promise<boolean> {
  const rows = await db.query(
    `update revisions set status = $2, status_reason = $3, updated_at = now(),
       status_history = status_history || jsonb_build_array(jsonb_build_object('status', $2::text, 'at', $4::text))
     where id = $1 and ($5::text[] is null or status = any ($5)) returning 1`,
    [id, move.to, move.reason ?? null, move.at.toISOString(), move.from ?? null],
  )
  return rows.length > 0
}

/** Counts one more beginning of the rollout; answers how many there were, this one included. */
export async function countAttempt(db: Queryable, id: string): Promise<number> {
  const rows = await db.query<{ attempts: number }>(
    'update revisions set attempts = attempts + 1 where id = $1 returning attempts',
    [id],
  )
  return first(rows)?.attempts ?? 0
}

/** Records what the ref pointed to, and the branch when none was asked for. */
export async function recordCommit(
  db: Queryable,
  id: string,
  found: { repo_commit_sha: string; repo_ref: string | null },
): Promise<void> {
  await db.query(
    `update revisions set source_revision_config = source_revision_config || $2::jsonb,
       updated_at = now() where id = $1`,
    [id, JSON.stringify(found)],
  )
}

/** Null when it left nothing that can be loaded. */
export async function recordBuild(db: Queryable, id: string, build: Build | null): Promise<void> {
  await db.query('update revisions set build = $2 where id = $1', [
    id,
    build && JSON.stringify(build),
  ])
}

/** Puts a rollout back to where it begins; the former beginnings do not count. */
export async function requeueRevision(
  db: Queryable,
  id: string,
  move: { at: Date; from: string[] | null },
): Promise<void> {
  await db.query('update revisions set attempts = 0 where id = $1', [id])
  await moveRevision(db, id, { to: 'QUEUED', at: move.at, ...(move.from && { from: move.from }) })
}

/**
 * Gives up the builds that are not worth their place on disk: of each deployment the serving one and
 * the newest few are kept. What a revision has as its `build` afterwards is there.
 */
export async function giveUpOldBuilds(db: Queryable, perDeployment: number): Promise<void> {
  await db.query(
    `update revisions set build = null where build is not null and not (status = any ($2))
       and build ->> 'folder' not in (
         select folder from (
           select r.build ->> 'folder' as folder, bool_or(r.id = d.active_revision_id) as is_active,
             row_number() over (partition by d.id order by max(r.number) desc) as place
           from revisions r join deployments d on d.id = r.deployment_id
           where r.build is not null group by d.id, folder
         ) builds where is_active or place <= $1
       )`,
    [perDeployment, unsettled],
  )
}

/** The folders of all builds that a revision has. Redeployed revisions share one. */
export async function listBuildFolders(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ folder: string }>(
    `select distinct build ->> 'folder' as folder from revisions where build is not null`,
  )
  return rows.map((row) => row.folder)
}
