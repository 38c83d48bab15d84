import {
  getAssistant,
  listAssistantVersions,
  searchAssistants,
} from '../../contract/agent-server/assistants.ts'
import { type Api, query, queryKey } from '../api.tsx'

/** More than any deployment has by hand; the list says when there are more. */
export const mostAssistants = 500

/** The assistants of a deployment, newest first. */
export function assistantsQuery(api: Api, deploymentId: string) {
  return query(api.agent(deploymentId), searchAssistants, { body: { limit: mostAssistants } })
}

/** Keys of the reads that a change of an assistant makes old. */
export function whatAssistantsChange(api: Api, deploymentId: string, assistantId?: string) {
  const agent = api.agent(deploymentId)
  const params = { assistant_id: assistantId ?? '' }
  return [
    queryKey(agent, searchAssistants),
    ...(assistantId === undefined
      ? []
      : [
          queryKey(agent, getAssistant, { params }),
          [...queryKey(agent, listAssistantVersions), { params, body: { limit: mostAssistants } }],
        ]),
  ]
}

/** True for the assistant that a graph has from the start. */
export function isFromStart(assistant: { metadata?: Record<string, unknown> | null | undefined }) {
  return assistant.metadata?.created_by === 'system'
}
