import type { TracingProject } from '../../contract/tracing/projects.ts'
import { first, type Queryable } from '../db/database.ts'

interface Row {
  id: string
  name: string
  created_at: Date
}

/** Which deployments. What is absent narrows nothing. */
export interface ProjectFilter {
  ids?: readonly string[] | undefined
  name?: string | undefined
  nameContains?: string | undefined
}

/** Deployments as tracing projects, newest first. */
export async function listProjects(
  db: Queryable,
  { ids, name, nameContains }: ProjectFilter,
  page: { limit: number; offset: number },
): Promise<TracingProject[]> {
  const rows = await db.query<Row>(
    `select id, name, created_at from deployments
     where ($1::uuid[] is null or id = any ($1::uuid[])) and ($2::text is null or name = $2::text)
       and ($3::text is null or position(lower($3::text) in lower(name)) > 0)
     order by created_at desc, id limit $4 offset $5`,
    [ids ?? null, name ?? null, nameContains ?? null, page.limit, page.offset],
  )
  return rows.map(present)
}

/** Undefined where there is no such deployment. */
export async function findProject(db: Queryable, id: string): Promise<TracingProject | undefined> {
  return first(await listProjects(db, { ids: [id] }, { limit: 1, offset: 0 }))
}

const theOnlyTenant = '00000000-0000-0000-0000-000000000000'

function present({ id, name, created_at }: Row): TracingProject {
  return {
    ...{ id, name, start_time: created_at.toISOString() },
    ...{ end_time: null, description: null, extra: {} },
    ...{ tenant_id: theOnlyTenant, reference_dataset_id: null },
  }
}
