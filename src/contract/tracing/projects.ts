import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, notSupported, oneOrMore, paging, queryBoolean } from '../query.ts'

/** A tracing project as the published clients read it: a deployment, by its id and its name. */
const TracingProject = z.looseObject({
  id: z.string(),
  name: z.string(),
  start_time: z.string(),
  end_time: z.null(),
  description: z.null(),
  extra: z.record(z.string(), z.unknown()),
  /** There is one tenant. */
  tenant_id: z.string(),
  reference_dataset_id: z.null(),
})

const shown = {
  /** Figures are not told here. */
  include_stats: z.optional(queryBoolean),
}

/** Deployments by the words of tracing (`list_projects`, `listProjects`), newest first. */
export const listTracingProjects = endpoint({
  name: 'listTracingProjects',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/sessions',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({
    ...shown,
    ...paging,
    id: z.optional(oneOrMore(id)),
    name: z.optional(z.string()),
    name_contains: z.optional(z.string()),
    /** None here has a dataset. */
    reference_free: z.optional(queryBoolean),
    reference_dataset: notSupported(),
    metadata: notSupported(),
  }),
  response: z.array(TracingProject),
})

/** One of them (`read_project`, `readProject`). 404 where there is no such deployment. */
export const readTracingProject = endpoint({
  name: 'readTracingProject',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/sessions/{project_id}',
  role: 'viewer',
  isAudited: false,
  params: z.object({ project_id: id }),
  query: z.strictObject(shown),
  response: TracingProject,
})
export type TracingProject = z.infer<typeof TracingProject>
