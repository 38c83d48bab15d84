import { searchCrons } from '../agent-server/crons.ts'
import { firstReads, type Read } from './first-reads.ts'

/** More than anybody reads; the list says when there are more. */
export const mostCrons = 500

/** The crons of a deployment, newest first. */
export function cronsRead(deploymentId: string): Read<typeof searchCrons> {
  const input = { body: { limit: mostCrons } }
  return { endpoint: searchCrons, input, deploymentId, needs: 'schedules', keptAs: 'answer' }
}

export const schedulesPage = firstReads('schedules', ({ deploymentId }) => [
  cronsRead(deploymentId),
])
