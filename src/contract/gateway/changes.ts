import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

/**
 * Whose data changed: `agent`: runs, threads, assistants and schedules; `control-plane`: deployments and revisions;
 * `tracing`: votes; `gateway`: connections, users, embeds, alerts; `qa`: suites and QA sessions;
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
  /** What serves the deployment has just ceased to answer, and is not simply being started again. */
  is_down: z.optional(z.boolean()),
  /** The revision whose log has grown. */
  logged_revision_id: z.optional(z.string()),
})
export type Change = z.infer<typeof Change>

const Changes = z.array(Change)

/** The data of a `changed` event; of a newer server, that tells more, it is that something changed. */
export function readChanges(data: string): Change[] {
  const changes = Changes.safeParse(JSON.parse(data))
  return changes.success ? changes.data : [{ area: 'all', deployment_id: null }]
}

const Ready = z.catch(z.object({ since_ms: z.nullable(z.number()) }), { since_ms: 0 })

/** The data of a `ready` event: how many milliseconds ago something changed last, null: nothing has. */
export function readSinceMs(data: string): number | null {
  return Ready.parse(JSON.parse(data)).since_ms
}

const Ping = z.catch(z.object({ every_ms: z.number().check(z.positive()) }), { every_ms: 5_000 })

/**
 * The data of a `ping` event: for how many milliseconds nothing may come after it before the stream is taken for lost,
 * which leaves room for one that is late. A server that sends none may be silent for as long as it likes.
 */
export function readSilenceMs(data: string): number {
  return 2.5 * Ping.parse(JSON.parse(data)).every_ms
}

/**
 * An event stream: `ready` once it listens, with `{"since_ms": …}`, how long ago something changed last (null: not
 * since the server began), then `changed` with a JSON list of `Change`, at most a few times a second,
 * whoever made the change and through whichever process. It tells of this server and its own stack; with the
 * `connection_id` of another control plane of its kind, of that one's stack instead. `ready` then waits for that one,
 * and `lost` says that it is not heard of any more, until it is `ready` again. First of all and
 * every few seconds comes a `ping` with `{"every_ms": …}`: a server that is halted, or behind a network that swallows
 * everything, ends no stream.
 */
export const followChanges = endpoint({
  name: 'followChanges',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/changes',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({ connection_id: z.optional(id) }),
})
