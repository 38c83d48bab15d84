import { getDeployment, listDeployments } from '../control-plane/deployments.ts'
import { getRevision, listRevisions } from '../control-plane/revisions.ts'
import { firstReads, firstReadsBelow, listRead, type Read } from './first-reads.ts'

/** The most deployments that a server gives at once. */
export const deploymentsAtOnce = 100
const revisionsAtOnce = 20

/** All deployments, newest first. */
export const deploymentList = listRead(listDeployments, deploymentsAtOnce, (query) => ({ query }))

/** The first hundred, for who needs a few of them or their number. */
export const someDeployments: Read<typeof listDeployments> = {
  endpoint: listDeployments,
  input: { query: { limit: deploymentsAtOnce } },
  keptAs: 'answer',
}

/** One deployment. */
export function deploymentRead(deployment_id: string): Read<typeof getDeployment> {
  return { endpoint: getDeployment, input: { params: { deployment_id } }, keptAs: 'answer' }
}

/** The revisions of a deployment, newest first; of these statuses alone where some are named. */
export function revisionList(deployment_id: string, status?: string) {
  const params = { deployment_id }
  const asked = status === undefined ? {} : { status }
  const list = listRead(listRevisions, revisionsAtOnce, (query) => ({
    params,
    query: { ...query, ...asked },
  }))
  return { ...list, needsControlPlane: true }
}

/** One revision. */
export function revisionRead(deployment_id: string, revision_id: string): Read<typeof getRevision> {
  const params = { deployment_id, revision_id }
  return { endpoint: getRevision, input: { params }, keptAs: 'answer', needsControlPlane: true }
}

export const deploymentsPage = firstReads('deployments', () => [deploymentList])

/** Its name stands above every page about a deployment. */
export const aboutDeployment = firstReadsBelow('overview', ({ deploymentId }) => [
  deploymentRead(deploymentId),
])

export const overviewPage = firstReads('overview', ({ deploymentId }) => [
  revisionList(deploymentId),
])

export const revisionsPage = firstReads('revisions', ({ deploymentId }) => [
  revisionList(deploymentId),
])

export const compareRevisionsPage = firstReads('compare-revisions', ({ deploymentId }) => [
  revisionList(deploymentId),
])

export const revisionPage = firstReads('revision', ({ deploymentId, revisionId }) => [
  revisionList(deploymentId),
  revisionRead(deploymentId, revisionId),
])

export const newEmbedPage = firstReads('new-embed', () => [someDeployments])
