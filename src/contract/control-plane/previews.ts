import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id } from '../query.ts'

/**
 * Ours: a kept build of a deployment that runs beside what serves. It is reached as a deployment of its own: its
 * threads, runs and votes are apart from those of the deployment.
 */
export const Preview = z.looseObject({
  /** What takes the deployment's id wherever a deployment is named. */
  preview_id: z.string(),
  deployment_id: z.string(),
  revision_id: z.string(),
  /** `{name}@{revision_id}`, as it stands in the address of its agent server. */
  name: z.string(),
  /** Whether it has a process. One that rests is started when it is asked for something. */
  state: z.enum(['running', 'starting', 'resting']),
  started_at: z.nullish(z.string()),
  used_at: z.nullish(z.string()),
  /** When it is ended unless it is used or has a run at work; null while it rests. */
  ends_at: z.nullish(z.string()),
})
export type Preview = z.infer<typeof Preview>

const params = z.object({ deployment_id: id, revision_id: id })

/**
 * Starts a revision without traffic and answers when it can take runs; 200 also when it ran already. 409 when its build was
 * given up or it never came so far, 422 with its own words when it cannot be loaded.
 */
export const openPreview = endpoint({
  name: 'openPreview',
  area: 'control-plane',
  method: 'POST',
  path: '/v2/deployments/{deployment_id}/revisions/{revision_id}/preview',
  role: 'operator',
  isAudited: true,
  params,
  response: Preview,
})

/** Those that were ever opened and whose revisions are there, newest first. */
export const listPreviews = endpoint({
  name: 'listPreviews',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}/previews',
  role: 'viewer',
  isAudited: false,
  params: z.object({ deployment_id: id }),
  response: z.array(Preview),
})

/** Ends its process; its threads stay. 204; 409 while it has a run at work. */
export const stopPreview = endpoint({
  name: 'stopPreview',
  area: 'control-plane',
  method: 'DELETE',
  path: '/v2/deployments/{deployment_id}/revisions/{revision_id}/preview',
  role: 'operator',
  isAudited: true,
  params,
  response: noContent,
})
