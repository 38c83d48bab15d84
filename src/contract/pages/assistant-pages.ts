import { getAssistant, searchAssistants } from '../agent-server/assistants.ts'
import { firstReads, type Read } from './first-reads.ts'

/** More than any deployment has by hand; the list says when there are more. */
export const mostAssistants = 500

/** The assistants of a deployment, newest first. */
export function assistantsRead(deploymentId: string): Read<typeof searchAssistants> {
  const input = { body: { limit: mostAssistants } }
  return { endpoint: searchAssistants, input, deploymentId, keptAs: 'answer' }
}

/** One assistant. */
export function assistantRead(
  deploymentId: string,
  assistant_id: string,
): Read<typeof getAssistant> {
  const input = { params: { assistant_id } }
  return { endpoint: getAssistant, input, deploymentId, keptAs: 'answer' }
}

export const assistantsPage = firstReads('assistants', ({ deploymentId }) => [
  assistantsRead(deploymentId),
])

export const assistantPage = firstReads('assistant', ({ deploymentId, assistantId }) => [
  assistantRead(deploymentId, assistantId),
])
