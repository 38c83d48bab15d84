import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'

/**
 * The assistants as tools, by the Model Context Protocol (streamable HTTP): JSON-RPC in the body and in the answer,
 * refusals in the protocol's own words. What a message does is asked of the endpoints that do it, as whoever sends it.
 */
export const postMcp = endpoint({
  name: 'postMcp',
  area: 'agent',
  method: 'POST',
  path: '/mcp',
  role: 'operator',
  isAudited: true,
  body: z.unknown(),
  response: noContent,
})

/** An event stream of what the server tells a session unasked. 405 without a session. */
export const streamMcp = endpoint({
  name: 'streamMcp',
  area: 'agent',
  method: 'GET',
  path: '/mcp',
  role: 'operator',
  isAudited: false,
})

/** Ends a session. 404 without one. */
export const endMcpSession = endpoint({
  name: 'endMcpSession',
  area: 'agent',
  method: 'DELETE',
  path: '/mcp',
  role: 'operator',
  isAudited: true,
})
