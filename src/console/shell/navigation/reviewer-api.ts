import type { Transport } from '../../../client/api.ts'
import { type Api, createApi } from '../../api.tsx'

/** What pages work with for reviewers, who are told of no connection: only the console's own server answers them. */
export function reviewerApi(gateway: Transport, connectionId: string): Api {
  return createApi(gateway, {
    id: connectionId,
    name: '',
    kind: 'agent_server',
    base_url: gateway.baseUrl,
    tracing_url: gateway.baseUrl,
    has_key: false,
  })
}
