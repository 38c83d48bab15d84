import type * as z from 'zod/mini'
import { isUnwell } from '../../../../contract/control-plane/deployment-health.ts'
import type {
  Deployment,
  DeploymentHealth,
  listDeployments as endpoint,
} from '../../../../contract/control-plane/deployments.ts'
import type { EndpointOutput } from '../../../../contract/endpoint.ts'
import type { Database } from '../../../db/database.ts'
import { namedPreviewsAsDeployments } from '../../previews/preview-as-deployment.ts'
import {
  type DeploymentRow,
  type HealthRow,
  listDeploymentRows,
  listHealthRows,
} from '../deployment-store.ts'

export type ListQuery = z.output<(typeof endpoint)['query']>

/** A page of the deployments that match; with the first one how many do, and how many of them answer nobody. */
export async function listDeployments(
  tools: {
    database: Database
    agentUrl: (name: string) => string
    present: (row: DeploymentRow) => Deployment
    health: (row: HealthRow) => DeploymentHealth | null
  },
  query: ListQuery,
): Promise<EndpointOutput<typeof endpoint>> {
  const { database, agentUrl, present, health } = tools
  const { limit = 20, offset = 0 } = query
  const ids = idList(query.deployment_ids)
  const filter = { ...query, limit, offset, deployment_ids: ids }
  const count = async () => {
    const all = await listHealthRows(database, filter)
    return { all, unwell: all.filter((row) => isUnwell({ ...row, health: health(row) })) }
  }
  if (query.health === 'unwell') {
    const { unwell } = await count()
    // Who was answered before comes before who never was.
    const order = [...unwell].sort((a, b) => hasServed(b) - hasServed(a)).map(({ id }) => id)
    const asked = order.slice(offset, offset + limit)
    const found = await listDeploymentRows(database, { limit, offset: 0, deployment_ids: asked })
    const resources = found.sort((a, b) => asked.indexOf(a.id) - asked.indexOf(b.id)).map(present)
    const end = offset + resources.length
    return { resources, offset: end, total: unwell.length, unwell: unwell.length }
  }
  const rows = await listDeploymentRows(database, filter)
  const page = { resources: rows.map(present), offset: offset + rows.length }
  if (offset > 0) return page
  // A preview is listed where its id alone is asked for.
  const isByIds = ids !== undefined && !query.name_contains && !query.status
  const previews = isByIds ? await namedPreviewsAsDeployments(database, ids, agentUrl) : []
  const { all, unwell } = await count()
  const resources = [...page.resources, ...previews]
  return { ...page, resources, total: all.length + previews.length, unwell: unwell.length }
}

const hasServed = (row: HealthRow) => Number(row.active_revision_id !== null)

/** `a, b` to its ids; what is no id matches nothing. */
function idList(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => isId.test(part))
}
