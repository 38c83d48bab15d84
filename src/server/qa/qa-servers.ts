import { call, type Transport } from '../../client/api.ts'
import { openPreview } from '../../contract/control-plane/previews.ts'
import { HttpError } from '../http/http-error.ts'
import type { Upstreams } from '../upstreams.ts'

/** The servers that are tested, reached with the keys of their connections as the console reaches them. */
export interface QaServers extends Pick<Upstreams, 'controlPlane' | 'name'> {
  /** As an operator. Throws as `Upstreams.agent`. */
  agent(connectionId: string, deploymentId: string): Promise<Transport>
  /**
   * Starts a revision as a preview; answers the id that stands for the deployment's. Throws 404 when there is no such
   * connection, 422 and an ApiError for a revision that cannot be previewed, as on a server that knows no previews.
   */
  preview(connectionId: string, deploymentId: string, revisionId: string): Promise<string>
  /** The feedback service. Throws 404 when there is no such connection. */
  tracing(connectionId: string): Promise<Transport>
}

export function qaServers(upstreams: Upstreams): QaServers {
  return {
    agent: (connectionId, deploymentId) => upstreams.agent(connectionId, deploymentId, 'operator'),
    controlPlane: upstreams.controlPlane,
    name: upstreams.name,
    tracing: async (connectionId) => (await upstreams.tracing(connectionId, 'qa')).transport,
    async preview(connectionId, deployment_id, revision_id) {
      const plane = await upstreams.controlPlane(connectionId)
      if (!plane) throw new HttpError(422, 'An agent server by itself has no revisions.')
      const params = { deployment_id, revision_id }
      const { preview_id } = await call(plane, openPreview, { params })
      return preview_id
    },
  }
}
