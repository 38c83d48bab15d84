import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { type Embed, embedLanguages, embedPlacements, embedThemes } from './embeds.ts'

/** What a page may know of an embed. */
export const EmbedConfig = z.looseObject({
  title: z.string(),
  greeting: z.string(),
  suggestions: z.array(z.string()),
  avatar_url: z.nullable(z.string()),
  color: z.string(),
  placement: z.enum(embedPlacements),
  language: z.enum(embedLanguages),
  theme: z.enum(embedThemes),
  assistant_id: z.string(),
  feedback_keys: z.array(z.string()),
  /** The only origin that a feedback address may have. */
  tracing_origin: z.string(),
  /** True where the agent server makes no addresses for votes: they are made when somebody votes. */
  keeps_votes: z.boolean(),
  on_disconnect: z.enum(['continue', 'cancel']),
  can_stop: z.boolean(),
  can_restart: z.boolean(),
  loads_when_idle: z.boolean(),
  max_message_length: z.number(),
  requires_identity: z.boolean(),
})
export type EmbedConfig = z.infer<typeof EmbedConfig>

/** The part of an embed that its pages are told. */
export function embedConfig(
  embed: Embed,
  votes: { origin: string; keepsVotes: boolean },
): EmbedConfig {
  return {
    title: embed.title,
    greeting: embed.greeting,
    suggestions: embed.suggestions,
    avatar_url: embed.avatar_url,
    color: embed.color,
    placement: embed.placement,
    language: embed.language,
    theme: embed.theme,
    assistant_id: embed.assistant_id,
    feedback_keys: embed.feedback_keys,
    tracing_origin: votes.origin,
    keeps_votes: votes.keepsVotes,
    on_disconnect: embed.on_disconnect,
    can_stop: embed.can_stop,
    can_restart: embed.can_restart,
    loads_when_idle: embed.loads_when_idle,
    max_message_length: embed.max_message_length,
    requires_identity: embed.requires_identity,
  }
}

/**
 * The interface of an embedded chat lies below `embedApiPath`. Beside what is declared here it answers a
 * visitor's calls of the agent server's interface (their threads, runs and state) and of the feedback
 * service, in the same shapes.
 */
export const getEmbedConfig = endpoint({
  name: 'getEmbedConfig',
  area: 'embed',
  method: 'GET',
  path: '/config',
  response: EmbedConfig,
  auth: 'none',
})

/**
 * What the host's own server says of its user: `signature` is the hexadecimal HMAC-SHA256, with the
 * embed's identity secret, of `{embed key}.{user_id}.{expires_at}`; `expires_at` is in Unix seconds.
 */
export const VisitorIdentity = z.strictObject({
  user_id: z.string().check(z.minLength(1), z.maxLength(200)),
  expires_at: z.int().check(z.gte(0)),
  signature: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Write 64 hexadecimal digits.')),
})
export type VisitorIdentity = z.infer<typeof VisitorIdentity>

const VisitorSession = z.looseObject({
  visitor_id: z.string(),
  /** A bearer for the other calls, good for this embed, visitor and origin only. */
  token: z.string(),
  expires_at: z.string(),
  /** Makes the next session of the same visitor, once; null for visitors known by identity. */
  renewal: z.nullable(z.string()),
})
export type VisitorSession = z.infer<typeof VisitorSession>

/**
 * Opens a session: of the visitor whose `renewal` it is, of the user that the host vouches for, or of a
 * new visitor. 401 for a renewal that is unknown or was used (a stranger may have it: that visitor's
 * sessions end), 403 for an identity that does not hold, 429 for too many new visitors from one address.
 */
export const createVisitorSession = endpoint({
  name: 'createVisitorSession',
  area: 'embed',
  method: 'POST',
  path: '/session',
  body: z.strictObject({
    renewal: z.nullish(z.string().check(z.minLength(1), z.maxLength(200))),
    identity: z.nullish(VisitorIdentity),
  }),
  response: VisitorSession,
  auth: 'none',
})

/** One conversation of a visitor. */
export const VisitorThread = z.looseObject({
  thread_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The beginning of its first message; null while there is none. */
  title: z.nullable(z.string()),
})
export type VisitorThread = z.infer<typeof VisitorThread>

/** The visitor's own conversations, the one used last first; the last fifty. */
export const listVisitorThreads = endpoint({
  name: 'listVisitorThreads',
  area: 'embed',
  method: 'GET',
  path: '/threads',
  response: z.array(VisitorThread),
})
