import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/**
 * Whose data changed: `agent`: runs, threads, assistants and schedules; `control-plane`: deployments and revisions;
 * `tracing`: votes; `gateway`: connections, users, embeds, alerts; `qa`: suites and sessions of the tester's desk;
 * `logs`: the log of a revision has grown; `all`: some of them, while nobody could tell.
 */
export const changeAreas = [
  'agent',
  'control-plane',
  'tracing',
  'gateway',
  'qa',
  'logs',
  'all',
] as const
export type ChangeArea = (typeof changeAreas)[number]

/** Something on this server is not as it was; whoever shows it reads it again. */
export const Change = z.object({
  area: z.enum(changeAreas),
  /** Whose agent server; null where that is not told. */
  deployment_id: z.nullable(z.string()),
  /** The revision of it whose rollout has just failed. */
  failed_revision_id: z.optional(z.string()),
  /** The revision whose log has grown. */
  logged_revision_id: z.optional(z.string()),
})
export type Change = z.infer<typeof Change>

/**
 * An event stream: `ready` once it listens, with `{"since_ms": …}`, how long ago something changed last (null: not
 * since the server began), then `changed` with a JSON list of `Change`, at most a few times a second,
 * whoever made the change and through whichever process. It tells of this server and its own stack alone.
 */
export const followChanges = endpoint({
  name: 'followChanges',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/changes',
  role: 'viewer',
  isAudited: false,
})
