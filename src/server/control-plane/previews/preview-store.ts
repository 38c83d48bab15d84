import { randomUUID } from 'node:crypto'
import { first, type Queryable } from '../../db/database.ts'

/** A revision that was once run beside what serves. */
export interface PreviewRow {
  preview_id: string
  deployment_id: string
  revision_id: string
  /** Of the deployment. */
  deployment_name: string
}

/** What stands in the address of its agent server. */
export function previewName({ deployment_name, revision_id }: PreviewRow): string {
  return `${deployment_name}@${revision_id}`
}

const select = `select p.preview_id, p.deployment_id, p.revision_id, d.name as deployment_name
  from previews p join deployments d on d.id = p.deployment_id`

/** The preview of a revision, made when there is none. The revision must be there. */
export async function keepPreview(
  db: Queryable,
  of: { deployment_id: string; revision_id: string },
  at: Date,
): Promise<PreviewRow> {
  await db.query(
    `insert into previews (preview_id, deployment_id, revision_id, created_at)
     values ($1, $2, $3, $4) on conflict (revision_id) do nothing`,
    [randomUUID(), of.deployment_id, of.revision_id, at],
  )
  const rows = await db.query<PreviewRow>(`${select} where p.revision_id = $1`, [of.revision_id])
  const row = first(rows)
  if (!row) throw new Error(`The preview of revision ${of.revision_id} was not kept.`)
  return row
}

/** Newest first. */
export function listPreviewRows(db: Queryable, deploymentId: string): Promise<PreviewRow[]> {
  return db.query<PreviewRow>(
    `${select} where p.deployment_id = $1 order by p.created_at desc, p.preview_id`,
    [deploymentId],
  )
}

/** Null where there is none of that id. */
export async function findPreview(db: Queryable, previewId: string): Promise<PreviewRow | null> {
  return first(await db.query<PreviewRow>(`${select} where p.preview_id = $1`, [previewId])) ?? null
}

/** The preview that stands at `{name}@{revision_id}`; null where nobody opened it. */
export async function findPreviewNamed(
  db: Queryable,
  deploymentName: string,
  revisionId: string,
): Promise<PreviewRow | null> {
  const rows = await db.query<PreviewRow>(`${select} where d.name = $1 and p.revision_id = $2`, [
    deploymentName,
    revisionId,
  ])
  return first(rows) ?? null
}

/** The ids of all, which are left out where the runs and threads of all deployments are looked at. */
export async function listPreviewIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ preview_id: string }>('select preview_id from previews')
  return rows.map(({ preview_id }) => preview_id)
}
