import { first, type Queryable } from '../../db/database.ts'

/** A place for an archive. It is whole once `sha256` is there. */
export interface ArchiveRow {
  id: string
  deployment_id: string
  token_hash: string
  expires_at: Date
  sha256: string | null
  bytes: number | null
}

export async function insertArchive(
  db: Queryable,
  row: Pick<ArchiveRow, 'id' | 'deployment_id' | 'token_hash' | 'expires_at'>,
): Promise<void> {
  await db.query(
    'insert into source_archives (id, deployment_id, token_hash, expires_at) values ($1, $2, $3, $4)',
    [row.id, row.deployment_id, row.token_hash, row.expires_at],
  )
}

export async function findArchive(db: Queryable, id: string): Promise<ArchiveRow | undefined> {
  return first(
    await db.query<ArchiveRow>(
      `select id, deployment_id, token_hash, expires_at, sha256, bytes
       from source_archives where id = $1`,
      [id],
    ),
  )
}

/** From now on `sender` alone may add to it, and it is empty. Answers false when it is whole or gone. */
export async function beginArchive(tx: Queryable, id: string, sender: string): Promise<boolean> {
  const rows = await tx.query(
    'update source_archives set receiving = $2 where id = $1 and sha256 is null returning 1',
    [id, sender],
  )
  await dropArchiveParts(tx, id, sender)
  return rows.length > 0
}

/** Answers false when somebody else sends it by now, or it is gone. */
export async function addArchivePart(
  db: Queryable,
  part: { id: string; sender: string; number: number; data: Uint8Array },
): Promise<boolean> {
  const rows = await db.query(
    `insert into source_archive_parts (archive_id, number, data)
     select id, $3, $4 from source_archives where id = $1 and receiving = $2 for share returning 1`,
    [part.id, part.sender, part.number, part.data],
  )
  return rows.length > 0
}

/** As `addArchivePart`. */
export async function finishArchive(
  db: Queryable,
  whole: { id: string; sender: string; sha256: string; bytes: number },
): Promise<boolean> {
  const rows = await db.query(
    `update source_archives set sha256 = $3, bytes = $4, receiving = null
     where id = $1 and receiving = $2 returning 1`,
    [whole.id, whole.sender, whole.sha256, whole.bytes],
  )
  return rows.length > 0
}

/** Forgets what came so far of an archive that broke off. */
export async function dropArchiveParts(db: Queryable, id: string, sender: string): Promise<void> {
  await db.query(
    `delete from source_archive_parts p using source_archives a
     where p.archive_id = $1 and a.id = p.archive_id and a.receiving = $2`,
    [id, sender],
  )
}

export async function readArchivePart(
  db: Queryable,
  id: string,
  number: number,
): Promise<Uint8Array | undefined> {
  const rows = await db.query<{ data: Uint8Array }>(
    'select data from source_archive_parts where archive_id = $1 and number = $2',
    [id, number],
  )
  return first(rows)?.data
}
