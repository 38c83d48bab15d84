import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'

const assistantParams = z.object({ assistant_id: z.string() })

/**
 * An assistant as an agent of the Agent2Agent protocol: JSON-RPC in the body and in the answer, refusals in the protocol's
 * own words. What a message does is asked of the endpoints that do it, as whoever sends it. 404 for an unknown assistant.
 */
export const postA2a = endpoint({
  name: 'postA2a',
  area: 'agent',
  method: 'POST',
  path: '/a2a/{assistant_id}',
  role: 'operator',
  isAudited: true,
  params: assistantParams,
  body: z.unknown(),
  response: noContent,
})

const AgentCard = z.looseObject({ name: z.string(), url: z.string() })

/** What an assistant is to other agents, and where. */
export const getAgentCard = endpoint({
  name: 'getAgentCard',
  area: 'agent',
  method: 'GET',
  path: '/a2a/{assistant_id}/.well-known/agent-card.json',
  role: 'viewer',
  isAudited: false,
  params: assistantParams,
  response: AgentCard,
})

/** The same at the agent server's own address, as it is published too. */
export const findAgentCard = endpoint({
  name: 'findAgentCard',
  area: 'agent',
  method: 'GET',
  path: '/.well-known/agent-card.json',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({ assistant_id: z.string().check(z.minLength(1, 'Name the assistant.')) }),
  response: AgentCard,
})
