import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { paging } from '../query.ts'

/** What runs deployments in somebody's own cluster, on behalf of a control plane elsewhere. */
const Listener = z.looseObject({
  id: z.string(),
  /** `k8s` is published. */
  compute_type: z.string(),
  /** What its owner calls the cluster. */
  compute_id: z.string(),
  compute_config: z.looseObject({ k8s_namespaces: z.nullish(z.array(z.string())) }),
  /** What it says it is; null until it has called for the first time. */
  version: z.nullish(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Listener = z.infer<typeof Listener>

const ListenerCreateRequest = z.strictObject({
  version: z.nullish(z.string()),
  compute_type: z.literal('k8s'),
  compute_id: z.string().check(z.minLength(1, 'Name the cluster.')),
  compute_config: z.strictObject({ k8s_namespaces: z.nullish(z.array(z.string())) }),
})

/** Published. Ours runs deployments itself, and lists none. */
export const listListeners = endpoint({
  name: 'listListeners',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/listeners',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject(paging),
  response: z.looseObject({ resources: z.array(Listener), offset: z.number() }),
})

/** Published: 201; 409 where the cluster has one already. Ours: 403. */
export const createListener = endpoint({
  name: 'createListener',
  area: 'control-plane',
  method: 'POST',
  path: '/v2/listeners',
  role: 'operator',
  isAudited: true,
  body: ListenerCreateRequest,
  response: Listener,
})
