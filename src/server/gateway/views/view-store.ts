import { randomUUID } from 'node:crypto'
import { mostViews, type SavedView } from '../../../contract/gateway/views.ts'
import { type Database, first, isUniqueViolation } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'

interface ViewRow {
  id: string
  page: string
  name: string
  query: string
  created_by: string | null
  updated_by: string | null
  created_at: Date
  updated_at: Date
}

/** Whose doing something is, and when. */
interface By {
  name: string | null
  at: Date
}

const columns = 'id, page, name, query, created_by, created_at, updated_by, updated_at'

/** The views of a connection, by page and name. */
export async function viewsOf(database: Database, connectionId: string): Promise<SavedView[]> {
  const rows = await database.query<ViewRow>(
    `select ${columns} from saved_views where connection_id = $1
     order by page, lower(name), id`,
    [connectionId],
  )
  return rows.map(present)
}

/** 409 when the name is taken, or the page has enough of them. */
export async function addView(
  database: Database,
  facts: Pick<SavedView, 'page' | 'name' | 'query'> & { connectionId: string; by: By },
): Promise<SavedView> {
  const { connectionId, page, name, query, by } = facts
  const rows = await named(
    name,
    database.query<ViewRow>(
      `insert into saved_views
         (id, connection_id, page, name, query, created_by, created_at, updated_by, updated_at)
       select $1, $2, $3, $4, $5, $6, $7, $6, $7
       where (select count(*) from saved_views where connection_id = $2 and page = $3) < $8
       returning ${columns}`,
      [randomUUID(), connectionId, page, name, query, by.name, by.at, mostViews],
    ),
  )
  const made = first(rows)
  if (made) return present(made)
  throw new HttpError(409, `This page has ${mostViews} views. Delete one that nobody uses first.`)
}

/** 404 when the connection has no such view, 409 when the name is taken. */
export async function changeView(
  database: Database,
  place: { connectionId: string; id: string },
  change: { name?: string | undefined; query?: string | undefined; by: By },
): Promise<SavedView> {
  const rows = await named(
    change.name ?? '',
    database.query<ViewRow>(
      `update saved_views set name = coalesce($3, name), query = coalesce($4, query),
         updated_by = $5, updated_at = $6
       where connection_id = $1 and id = $2 returning ${columns}`,
      [
        place.connectionId,
        place.id,
        change.name ?? null,
        change.query ?? null,
        change.by.name,
        change.by.at,
      ],
    ),
  )
  return present(found(first(rows)))
}

/** 404 when the connection has no such view. */
export async function removeView(
  database: Database,
  place: { connectionId: string; id: string },
): Promise<void> {
  const gone = await database.query<{ id: string }>(
    'delete from saved_views where connection_id = $1 and id = $2 returning id',
    [place.connectionId, place.id],
  )
  found(first(gone))
}

function found<Row>(row: Row | undefined): Row {
  if (row !== undefined) return row
  throw new HttpError(404, 'There is no such view. Somebody may have deleted it.')
}

async function named<Rows>(name: string, writing: Promise<Rows>): Promise<Rows> {
  try {
    return await writing
  } catch (error) {
    if (!isUniqueViolation(error, 'saved_views_name_key')) throw error
    throw new HttpError(409, `This page has a view with the name ${name} already.`)
  }
}

function present(row: ViewRow): SavedView {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
