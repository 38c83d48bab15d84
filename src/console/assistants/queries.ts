import {
  getAssistant,
  listAssistantVersions,
  searchAssistants,
} from '../../contract/agent-server/assistants.ts'
import { assistantsRead, mostAssistants } from '../../contract/pages/assistant-pages.ts'
import { type Api, queryKey } from '../api.tsx'
import { readQuery } from '../reads.ts'

/** The assistants of a deployment, newest first. */
export function assistantsQuery(api: Api, deploymentId: string) {
  return readQuery(api, assistantsRead(deploymentId))
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
