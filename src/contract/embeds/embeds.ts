import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id, queryInteger } from '../query.ts'

export const embedPlacements = ['right', 'left', 'inline'] as const
export type EmbedPlacement = (typeof embedPlacements)[number]

/** Languages with texts of their own; `auto` follows the host page. */
export const embedLanguages = ['auto', 'en', 'de', 'fr', 'es', 'nl', 'pt', 'ja', 'zh'] as const
export type EmbedLanguage = (typeof embedLanguages)[number]

export const embedThemes = ['auto', 'light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

const text = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Write at most ${max} characters.`))
const lines = <Line extends z.ZodMiniType>(line: Line, max: number) =>
  z.array(line).check(z.maxLength(max, `Write at most ${max}, one a line.`))
const count = (min: number, max: number) => {
  const message = `Write a whole number from ${min} to ${max}.`
  return z.int(message).check(z.gte(min, message), z.lte(max, message))
}

/**
 * An origin that pages of an embed may have: `https://shop.example.com`, with one `*.` for the hosts below
 * a domain, or `null` for sandboxed frames.
 */
export function isAllowedOriginPattern(pattern: string): boolean {
  if (pattern === 'null') return true
  const plain = pattern.replace(/^(https?:\/\/)\*\.(?=[^.*/]+\.[^*/]+$)/, '$1')
  // A star may stand in a URL's host: only the one that was taken out means anything here.
  if (plain.includes('*') || !URL.canParse(plain)) return false
  return /^https?:/.test(plain) && new URL(plain).origin === plain
}

/** True when `origin` (a request's Origin header) is one of the patterns. */
export function isOriginAllowed(origin: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const star = pattern.indexOf('*.')
    if (star < 0) return pattern === origin
    const [scheme, domain] = [pattern.slice(0, star), pattern.slice(star + 1)]
    const host = origin.startsWith(scheme) ? origin.slice(scheme.length) : ''
    return host.endsWith(domain) && /^[a-z0-9.-]+$/i.test(host.slice(0, -domain.length))
  })
}

const allowedOrigin = z
  .string()
  .check(
    z.trim(),
    z.maxLength(300),
    z.refine(
      isAllowedOriginPattern,
      'Write an origin such as https://shop.example.com or https://*.example.com, without a path.',
    ),
  )

/** What an operator decides about an embed; every field has a default on creation but the first four. */
const settings = {
  name: text(100).check(z.minLength(1, 'Give it a name.')),
  connection_id: z.string().check(z.minLength(1), z.maxLength(100)),
  deployment_id: id,
  /** A graph's name, or an assistant's id. */
  assistant_id: z.string().check(z.minLength(1, 'Name the assistant.'), z.maxLength(200)),
  allowed_origins: lines(allowedOrigin, 50),
  /** None: no thumbs. One: it carries 1 and -1. Two: the first for liked, the second for disliked. */
  feedback_keys: lines(text(128).check(z.minLength(1)), 2),
  title: text(80),
  greeting: text(500),
  suggestions: lines(text(200).check(z.minLength(1)), 6),
  /** An https address or a data:image one; null for the initial of the title. */
  avatar_url: z.nullable(
    z
      .string()
      .check(
        z.maxLength(20_000),
        z.regex(
          /^(https:\/\/[^\s]+|data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+)$/,
          'Write an https address of a picture.',
        ),
      ),
  ),
  /** The accent, as #rrggbb. */
  color: z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'Write a colour as #3b5bdb.')),
  placement: z.enum(embedPlacements),
  language: z.enum(embedLanguages),
  theme: z.enum(embedThemes),
  /** What becomes of a run when its visitor leaves the page. */
  on_disconnect: z.enum(['continue', 'cancel']),
  can_stop: z.boolean(),
  can_restart: z.boolean(),
  /** Whether arguments and results of tools may be read by visitors, beside the tools' names. */
  shows_tool_details: z.boolean(),
  /** Loads the panel when the page is idle instead of when it is first opened. */
  loads_when_idle: z.boolean(),
  /** Characters of one message. */
  max_message_length: count(1, 100_000),
  /** Messages of one visitor, and of all visitors together. */
  visitor_messages_per_minute: count(1, 600),
  embed_messages_per_minute: count(1, 60_000),
  /** Messages, new conversations and votes from one network address, by however many visitors. */
  address_requests_per_minute: count(1, 60_000),
  visitor_concurrent_runs: count(1, 20),
  embed_concurrent_runs: count(1, 1_000),
  /** Conversations are deleted so many days after their last message; null keeps them. */
  retention_days: z.nullable(count(1, 3_650)),
  /** Only visitors that the host's own server vouches for; see `VisitorIdentity`. */
  requires_identity: z.boolean(),
  is_enabled: z.boolean(),
}

/** What a new embed is, where its creation does not say otherwise. */
export const embedDefaults = {
  allowed_origins: [],
  feedback_keys: ['user_score'],
  title: 'Chat',
  greeting: '',
  suggestions: [],
  avatar_url: null,
  color: '#3b5bdb',
  placement: 'right',
  language: 'auto',
  theme: 'auto',
  on_disconnect: 'continue',
  can_stop: true,
  can_restart: true,
  shows_tool_details: false,
  loads_when_idle: false,
  max_message_length: 4_000,
  visitor_messages_per_minute: 10,
  embed_messages_per_minute: 300,
  address_requests_per_minute: 120,
  visitor_concurrent_runs: 2,
  embed_concurrent_runs: 50,
  retention_days: null,
  requires_identity: false,
  is_enabled: true,
} as const

/** An embed as its operator sees it. `key` is public: it stands in the host's page. */
export const Embed = z.looseObject({
  id: z.string(),
  key: z.string(),
  ...settings,
  has_identity_secret: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Embed = z.infer<typeof Embed>

const { name, connection_id, deployment_id, assistant_id, ...optional } = settings
const target = { name, connection_id, deployment_id, assistant_id }
export const EmbedCreate = z.extend(
  z.strictObject(target),
  z.partial(z.strictObject(optional)).shape,
)
export type EmbedCreate = z.infer<typeof EmbedCreate>
/** Only what is named changes. */
export const EmbedPatch = z.partial(z.strictObject(settings))
export type EmbedPatch = z.infer<typeof EmbedPatch>

const params = z.object({ embed_id: id })

export const listEmbeds = endpoint({
  name: 'listEmbeds',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/embeds',
  response: z.array(Embed),
})

export const getEmbed = endpoint({
  name: 'getEmbed',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/embeds/{embed_id}',
  params,
  response: Embed,
})

/** Answers 201. 422 for a connection that is not there. */
export const createEmbed = endpoint({
  name: 'createEmbed',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/embeds',
  body: EmbedCreate,
  response: Embed,
})

export const patchEmbed = endpoint({
  name: 'patchEmbed',
  area: 'gateway',
  method: 'PATCH',
  path: '/gateway/embeds/{embed_id}',
  params,
  body: EmbedPatch,
  response: Embed,
})

/** 204. Its visitors are signed out at once; their threads stay with the deployment. */
export const deleteEmbed = endpoint({
  name: 'deleteEmbed',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/embeds/{embed_id}',
  params,
  response: noContent,
})

/** Gives the embed another key: pages that hold the old one are refused from now on. */
export const rotateEmbedKey = endpoint({
  name: 'rotateEmbedKey',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/embeds/{embed_id}/key',
  params,
  response: Embed,
})

/** Makes the secret that the host's server signs identities with. It is told this once. */
export const rotateIdentitySecret = endpoint({
  name: 'rotateIdentitySecret',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/embeds/{embed_id}/identity-secret',
  params,
  response: z.looseObject({ identity_secret: z.string() }),
})

/** What an embed was used for on one day (UTC). */
const EmbedDay = z.looseObject({
  /** `2026-01-31`. */
  day: z.string(),
  visitors: z.number(),
  conversations: z.number(),
  messages: z.number(),
  votes: z.number(),
})

/** Days without use are left out; oldest first. */
export const getEmbedUsage = endpoint({
  name: 'getEmbedUsage',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/embeds/{embed_id}/usage',
  params,
  query: z.strictObject({ days: z.optional(queryInteger(1, 365)) }),
  response: z.array(EmbedDay),
})
