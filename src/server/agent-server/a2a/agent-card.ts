import type { AgentCard } from '@a2a-js/sdk'
import type { Assistant } from '../../../contract/agent-server/assistants.ts'

const modes = ['text/plain', 'application/json']
const json = 'JSONRPC'

/** What an assistant is to other agents. */
export function agentCardOf(assistant: Assistant, url: string): AgentCard {
  const name = assistant.name || assistant.graph_id
  const description = assistant.description || `Runs the agent “${name}”.`
  const plain = { protocolBinding: json, tenant: '' }
  return {
    name,
    description,
    supportedInterfaces: [
      { ...plain, url, protocolVersion: '1.0' },
      { ...plain, url, protocolVersion: '0.3' },
    ],
    provider: undefined,
    version: String(assistant.version ?? 1),
    capabilities: { streaming: true, pushNotifications: false, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: modes,
    defaultOutputModes: modes,
    skills: [
      {
        id: assistant.assistant_id,
        name,
        description,
        tags: ['agent'],
        examples: [],
        inputModes: modes,
        outputModes: modes,
        securityRequirements: [],
      },
    ],
    signatures: [],
  }
}

/** The card as it is published, with what readers of before look for: each passes over what it does not know. */
export function publishedCard(card: AgentCard, url: string): object {
  return { ...card, url, preferredTransport: json, protocolVersion: '0.3.0' }
}
