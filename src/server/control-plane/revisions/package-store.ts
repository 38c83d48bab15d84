import { first, type Queryable } from '../../db/database.ts'

/** What a revision was loaded with. */
export interface LoadedWith {
  /** What runs it; null where that cannot be told. */
  runtime: { name: 'node' | 'python'; version: string } | null
  /** Versions by the names of packages. */
  packages: Record<string, string>
}

/** Keeps what a revision was loaded with, in place of what was known before. Nothing where the revision is gone. */
export async function recordLoadedWith(
  db: Queryable,
  revisionId: string,
  { runtime, packages }: LoadedWith,
): Promise<void> {
  await db.query(
    `insert into revision_packages (revision_id, runtime, packages)
     select id, $2::jsonb, $3::jsonb from revisions where id = $1
     on conflict (revision_id) do update set runtime = excluded.runtime, packages = excluded.packages`,
    [revisionId, runtime && JSON.stringify(runtime), JSON.stringify(packages)],
  )
}

/** Null where it is not known. */
export async function findLoadedWith(
  db: Queryable,
  revisionId: string,
): Promise<LoadedWith | null> {
  const rows = await db.query<LoadedWith>(
    'select runtime, packages from revision_packages where revision_id = $1',
    [revisionId],
  )
  return first(rows) ?? null
}
