import type {
  RevisionStatus,
  SourceRevisionConfig,
  StartedBy,
} from '../../../contract/control-plane/revisions.ts'
import { first, type Queryable } from '../../db/database.ts'
import type { SealedSecret } from '../deployments/deployment-store.ts'
import { type Build, hasArchive, keptBuildOf } from './build-store.ts'
import { moving, unsettled, waiting } from './revision-statuses.ts'

/** Where an `external_docker` revision runs. */
export interface Service {
  url: string
  /** The container that was started for it; null for a server that was attached. */
  container: string | null
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
  service: Service | null
  claimed_by: string | null
  /** The revision that this one repeats, for a redeploy. */
  redeploy_of: string | null
  /** Its rollout ends before traffic is switched to it. */
  without_traffic: boolean
  /** Of one without traffic, the newest that repeats it and was deployed or may still be. */
  promoted_to: string | null
  /** Of one that was deployed from a repository or an upload: whether a redeploy of it finds a build. Null of any other. */
  has_build: boolean | null
  /** Of an upload: whether its archive is there. Null of any other. */
  has_archive: boolean | null
  /** Null for those that are older than this was kept. */
  started_by: StartedBy | null
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
  without_traffic?: boolean
  started_by: StartedBy
  at: Date
}

const standing = [...unsettled, 'DEPLOYED'].map((status) => `'${status}'`).join(', ')
const select = `
  select r.*, d.source, case when r.without_traffic then (
      select p.id from revisions p
      where p.deployment_id = r.deployment_id and p.redeploy_of = r.id and p.status in (${standing})
      order by p.number desc limit 1
    ) end as promoted_to,
    case when r.status = 'DEPLOYED' and d.source in ('github', 'internal_source') then ${keptBuildOf} end as has_build,
    case when d.source = 'internal_source' then ${hasArchive} end as has_archive
  from revisions r join deployments d on d.id = r.deployment_id`

/** SQL: of the revision `r` of the deployment `d`, whether it is of an upload that has not come. */
export const lacksSource = `(d.source = 'internal_source' and r.source_revision_config ->> 'source_archive' is null)`

/** Records a revision as its deployment's latest. */
export async function insertRevision(tx: Queryable, row: NewRevision): Promise<void> {
  await tx.query(
    `insert into revisions
       (id, deployment_id, source_revision_config, secrets, status, status_history, build, redeploy_of, without_traffic,
        started_by)
     values ($1, $2, $3, $4, 'CREATING', $5, $6, $7, $8, $9)`,
    [
      row.id,
      row.deployment_id,
      JSON.stringify(row.source_revision_config),
      JSON.stringify(row.secrets),
      JSON.stringify([{ status: 'CREATING', at: row.at.toISOString() }]),
      row.build ? JSON.stringify(row.build) : null,
      row.redeploy_of ?? null,
      row.without_traffic ?? false,
      JSON.stringify(row.started_by),
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

/**
 * Gives a revision that waits for its source what it is made from; it begins with that, however long it waited. Answers
 * false when it does not wait any more.
 */
export async function renewWaiting(
  tx: Queryable,
  id: string,
  made: Pick<NewRevision, 'source_revision_config' | 'secrets' | 'started_by' | 'at'>,
): Promise<boolean> {
  const rows = await tx.query(
    `update revisions r set source_revision_config = $2, secrets = $3, started_by = $4, updated_at = now(),
       status = 'CREATING', status_history = $6
     from deployments d where r.id = $1 and d.id = r.deployment_id and r.status = any ($5) and ${lacksSource}
     returning 1`,
    [
      id,
      JSON.stringify(made.source_revision_config),
      JSON.stringify(made.secrets),
      JSON.stringify(made.started_by),
      waiting,
      JSON.stringify([{ status: 'CREATING', at: made.at.toISOString() }]),
    ],
  )
  return rows.length > 0
}

/**
 * Every revision whose rollout has not begun and shall, oldest first; `is_blocked` while another one of
 * its deployment is rolled out, on whatever server.
 */
export function listWaiting(db: Queryable): Promise<(RevisionRow & { is_blocked: boolean })[]> {
  return db.query(
    `select waiting.*, exists (
       select 1 from revisions o where o.deployment_id = waiting.deployment_id and o.status = any ($2)
     ) as is_blocked
     from (${select} where r.status = any ($1) and d.status <> 'AWAITING_DELETE' and not ${lacksSource}) waiting
     order by waiting.number`,
    [waiting, moving],
  )
}

/** The revisions in these statuses of all deployments that stay, oldest first. */
export function listIn(db: Queryable, statuses: string[]): Promise<RevisionRow[]> {
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

/** How a revision's status changes. */
interface Move {
  to: RevisionStatus
  at: Date
  reason?: string
  /** Any when absent. */
  from?: string[]
  /** The server that rolls it out; any when absent. */
  claimedBy?: string
  /** Not while traffic is being switched. */
  isEnding?: boolean
}

/**
 * Moves a revision to a status, if it is as the move supposes, and adds it to the history. Answers
 * false when it was not.
 */
export async function moveRevision(db: Queryable, id: string, move: Move): Promise<boolean> {
  const rows = await db.query(
    `update revisions set status = $2, status_reason = $3, updated_at = now(),
       status_history = status_history || jsonb_build_array(jsonb_build_object('status', $2::text, 'at', $4::text))
     where id = $1 and ($5::text[] is null or status = any ($5))
       and ($6::text is null or claimed_by = $6) and not ($7 and is_switching) returning 1`,
    [
      id,
      move.to,
      move.reason ?? null,
      move.at.toISOString(),
      move.from ?? null,
      move.claimedBy ?? null,
      move.isEnding ?? false,
    ],
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

/** Records what the ref pointed to with its message and its author, and the branch when none was asked for. */
export async function recordCommit(
  db: Queryable,
  id: string,
  found: Pick<
    SourceRevisionConfig,
    'repo_commit_sha' | 'repo_commit_message' | 'repo_commit_author' | 'repo_ref'
  >,
): Promise<void> {
  await db.query(
    `update revisions set source_revision_config = source_revision_config || $2::jsonb,
       updated_at = now() where id = $1`,
    [id, JSON.stringify(found)],
  )
}

/** Puts a rollout back to where it begins; the former beginnings do not count. */
export async function requeueRevision(
  db: Queryable,
  id: string,
  move: { at: Date; claimedBy: string },
): Promise<void> {
  await db.query(
    'update revisions set attempts = 0 where id = $1 and claimed_by = $2 and status = any ($3)',
    [id, move.claimedBy, unsettled],
  )
  await moveRevision(db, id, { to: 'QUEUED', from: unsettled, ...move })
}

/** Records where an `external_docker` revision runs. */
export async function recordService(db: Queryable, id: string, service: Service): Promise<void> {
  await db.query('update revisions set service = $2 where id = $1', [id, JSON.stringify(service)])
}
