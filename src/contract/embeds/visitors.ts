import * as z from 'zod/mini'
import { Message } from '../agent-server/messages.ts'
import { endpoint } from '../endpoint.ts'
import { id, queryInteger } from '../query.ts'
import { embedImages } from './answer-images.ts'
import { EmbedTranslation, embedLanguages, embedPlacements, embedThemes } from './embed-settings.ts'
import type { Embed } from './embeds.ts'
import { attributesFault, identityFault, type VisitorAttributes } from './visitor-attributes.ts'

/** What a page may know of an embed. */
export const EmbedConfig = z.looseObject({
  title: z.string(),
  greeting: z.string(),
  teaser: z.string(),
  privacy_note: z.string(),
  asks_consent: z.boolean(),
  suggestions: z.array(z.string()),
  translations: z.array(EmbedTranslation),
  avatar_url: z.nullable(z.string()),
  launcher_icon_url: z.nullable(z.string()),
  color: z.string(),
  placement: z.enum(embedPlacements),
  offset_x: z.number(),
  offset_y: z.number(),
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
  shows_components: z.boolean(),
  answer_images: z.enum(embedImages),
  image_origins: z.array(z.string()),
  proxies_images: z.boolean(),
  reads_page: z.boolean(),
  loads_when_idle: z.boolean(),
  max_message_length: z.number(),
  file_types: z.array(z.string()),
  max_files_per_message: z.number(),
  max_file_megabytes: z.number(),
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
    teaser: embed.teaser,
    privacy_note: embed.privacy_note,
    asks_consent: embed.asks_consent,
    suggestions: embed.suggestions,
    translations: embed.translations,
    avatar_url: embed.avatar_url,
    launcher_icon_url: embed.launcher_icon_url,
    color: embed.color,
    placement: embed.placement,
    offset_x: embed.offset_x,
    offset_y: embed.offset_y,
    language: embed.language,
    theme: embed.theme,
    assistant_id: embed.assistant_id,
    feedback_keys: embed.feedback_keys,
    tracing_origin: votes.origin,
    keeps_votes: votes.keepsVotes,
    on_disconnect: embed.on_disconnect,
    can_stop: embed.can_stop,
    can_restart: embed.can_restart,
    shows_components: embed.shows_components,
    answer_images: embed.answer_images,
    image_origins: embed.image_origins,
    proxies_images: embed.proxies_images,
    reads_page: embed.reads_page,
    loads_when_idle: embed.loads_when_idle,
    max_message_length: embed.max_message_length,
    file_types: embed.file_types,
    max_files_per_message: embed.max_files_per_message,
    max_file_megabytes: embed.max_file_megabytes,
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
  role: 'anyone',
  isAudited: false,
  response: EmbedConfig,
  auth: 'none',
})

/**
 * What the host's own server says of its user: `signature` is the hexadecimal HMAC-SHA256, with the
 * embed's identity secret, of `{embed key}.{user_id}.{expires_at}`, or with attributes of
 * `{embed key}.{user_id}.{expires_at}.{attributes}`; `expires_at` is in Unix seconds.
 */
export interface VisitorIdentity {
  user_id: string
  expires_at: number
  /** `VisitorAttributes` as JSON, letter by letter as it was signed. */
  attributes?: string | null | undefined
  signature: string
}
/** What is beside these is refused by its name, not passed over: the site would believe that its agent knows it. */
const VisitorIdentity = z
  .looseObject({
    user_id: z.string().check(z.minLength(1), z.maxLength(200)),
    expires_at: z.int().check(z.gte(0)),
    attributes: z.nullish(z.string().check(z.maxLength(10_000))),
    signature: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Write 64 hexadecimal digits.')),
  })
  .check(({ value, issues }) => {
    const message = identityFault(value)
    if (message !== null) issues.push({ code: 'custom', message, input: value })
  }) as unknown as z.ZodMiniType<VisitorIdentity, VisitorIdentity>

/** See `attributesFault`. */
const Attributes = z.record(z.string(), z.unknown()).check((context) => {
  const message = attributesFault(context.value)
  if (message !== null) context.issues.push({ code: 'custom', message, input: context.value })
}) as unknown as z.ZodMiniType<VisitorAttributes, VisitorAttributes>

const VisitorSession = z.looseObject({
  visitor_id: z.string(),
  /** A bearer for the other calls, good for this embed, visitor and origin only. */
  token: z.string(),
  expires_at: z.string(),
  /** Seconds from the answer until then, since the visitor's own clock may be off; servers of before do not tell it. */
  expires_in: z.optional(z.number()),
  /** Makes the next session of the same visitor, once; null for visitors known by identity. */
  renewal: z.nullable(z.string()),
  /** When the visitor agreed to the embed's privacy note; null when they have not. */
  consented_at: z.nullable(z.string()),
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
  role: 'anyone',
  isAudited: false,
  keepsDigits: true,
  body: z.strictObject({
    renewal: z.nullish(z.string().check(z.minLength(1), z.maxLength(200))),
    identity: z.nullish(VisitorIdentity),
    /** What the page alone says of its visitor; absent: what it said before counts on. */
    attributes: z.optional(Attributes),
  }),
  response: VisitorSession,
  auth: 'none',
})

/**
 * What the page alone says of its visitor from now on, in place of what it said before. Agents are told that nobody
 * vouches for it; 422 where the embed takes only what the site signs.
 */
export const setVisitorAttributes = endpoint({
  name: 'setVisitorAttributes',
  area: 'embed',
  method: 'POST',
  path: '/attributes',
  role: 'anyone',
  isAudited: false,
  keepsDigits: true,
  body: z.strictObject({ attributes: Attributes }),
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
  role: 'anyone',
  isAudited: false,
  response: z.array(VisitorThread),
})

/** Messages that a conversation had once. */
export const EarlierMessages = z.looseObject({
  /** Oldest first; files are within them. */
  messages: z.array(Message),
  /** Where they stood: what went before them is asked for with it. */
  checkpoint_id: z.string(),
  has_more: z.boolean(),
})
export type EarlierMessages = z.infer<typeof EarlierMessages>

/**
 * What an agent put away last of the visitor's own conversation, or before the checkpoint `before`: it writes a summary
 * in place of what was said, which visitors do not read. 404 where nothing was put away.
 */
export const readEarlierMessages = endpoint({
  name: 'readEarlierMessages',
  area: 'embed',
  method: 'GET',
  path: '/threads/{thread_id}/earlier',
  role: 'anyone',
  isAudited: false,
  params: z.object({ thread_id: id }),
  query: z.strictObject({ before: z.optional(z.string().check(z.maxLength(200))) }),
  response: EarlierMessages,
})

/**
 * The bytes of a file in a message of the visitor's own conversation, see `KeptFile`; not JSON. Of a message that waits
 * its turn, or was taken back, `run_id` says where it is. 404 when the thread does not hold it any more.
 */
export const readVisitorFile = endpoint({
  name: 'readVisitorFile',
  area: 'embed',
  method: 'GET',
  path: '/threads/{thread_id}/messages/{message_id}/parts/{part}',
  role: 'anyone',
  isAudited: false,
  params: z.object({
    thread_id: id,
    message_id: z.string().check(z.maxLength(200)),
    part: queryInteger(0, 1_000),
  }),
  query: z.strictObject({ run_id: z.optional(id) }),
})

/**
 * A picture that an answer in the visitor's own conversation names by its address, fetched by this server; not JSON.
 * 404 where no message names it or the embed does not show it, 502 where it is no picture or cannot be fetched.
 */
export const readVisitorPicture = endpoint({
  name: 'readVisitorPicture',
  area: 'embed',
  method: 'GET',
  path: '/threads/{thread_id}/picture',
  role: 'anyone',
  isAudited: false,
  params: z.object({ thread_id: id }),
  query: z.strictObject({ address: z.string().check(z.maxLength(4_000)) }),
})

/**
 * What draws the components that an answer in the visitor's own conversation holds, as text; `name` is one of them. 404
 * where the embed shows none, or the agent's project has none.
 */
export const readVisitorComponents = endpoint({
  name: 'readVisitorComponents',
  area: 'embed',
  method: 'GET',
  path: '/threads/{thread_id}/components',
  role: 'anyone',
  isAudited: false,
  params: z.object({ thread_id: id }),
  query: z.strictObject({ name: z.string().check(z.maxLength(200)) }),
  response: z.looseObject({
    /** The name of the scripts' own object. */
    global: z.string(),
    scripts: z.array(z.string()),
    styles: z.array(z.string()),
  }),
})

/** The visitor agrees to the embed's privacy note. Where it asks for that, they cannot write before (403). */
export const giveConsent = endpoint({
  name: 'giveConsent',
  area: 'embed',
  method: 'POST',
  path: '/consent',
  role: 'anyone',
  isAudited: false,
})

/**
 * Deletes the visitor's conversations, files and votes, and the visitor. 502 when a server behind it does not
 * answer: then it may be asked again.
 */
export const deleteVisitor = endpoint({
  name: 'deleteVisitor',
  area: 'embed',
  method: 'DELETE',
  path: '/visitor',
  role: 'anyone',
  isAudited: false,
})
