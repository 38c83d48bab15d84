import type { Hono } from 'hono'
import { listTracingProjects, readTracingProject } from '../../contract/tracing/projects.ts'
import type { Database } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { type ApiKey, requireKey } from '../http/require-key.ts'
import { route } from '../http/route.ts'
import { findProject, listProjects } from './project-store.ts'

/** Deployments as tracing projects, so that the published clients find their runs by the name of a project. */
export function mountProjects(routes: Hono, deps: { database: Database; apiKey: ApiKey }): void {
  for (const path of ['/api/v1/sessions', '/api/v1/sessions/*']) {
    routes.use(path, requireKey(deps.apiKey))
  }
  route(routes, listTracingProjects, ({ query }) => {
    const { id, name, name_contains, reference_free, limit = 100, offset = 0 } = query
    if (reference_free === false) return []
    const filter = { ids: id, name, nameContains: name_contains }
    return listProjects(deps.database, filter, { limit, offset })
  })
  route(routes, readTracingProject, async ({ params }) => {
    const project = await findProject(deps.database, params.project_id)
    if (!project) throw new HttpError(404, 'There is no such project on this server.')
    return project
  })
}
