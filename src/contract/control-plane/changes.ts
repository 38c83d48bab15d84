import { endpoint } from '../endpoint.ts'

/** Ours: the event stream of `followChanges` for whoever has the API key, as other consoles. */
export const followStackChanges = endpoint({
  name: 'followStackChanges',
  area: 'control-plane',
  method: 'GET',
  path: '/v1/changes',
  role: 'viewer',
  isAudited: false,
})
