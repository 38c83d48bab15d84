import * as z from 'zod/mini'
import { id } from '../query.ts'
import { isAllowedOriginPattern } from './allowed-origins.ts'
import { embedImages } from './answer-images.ts'
import { isFileType } from './visible-part.ts'

export const embedPlacements = ['right', 'left', 'inline'] as const

/** Languages with texts of their own; `auto` follows the host page. */
export const embedLanguages = [
  'auto',
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'tr',
  'ru',
  'ar',
  'he',
  'ja',
  'ko',
  'zh',
] as const

export const embedThemes = ['auto', 'light', 'dark'] as const

const text = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Write at most ${max} characters.`))
const lines = <Line extends z.ZodMiniType>(line: Line, max: number) =>
  z.array(line).check(z.maxLength(max, `Write at most ${max}, one a line.`))
const count = (min: number, max: number) => {
  const message = `Write a whole number from ${min} to ${max}.`
  return z.int(message).check(z.gte(min, message), z.lte(max, message))
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

const fileType = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.refine(isFileType, 'Write a type such as image/*, application/pdf or text/plain.'),
  )

const picture = z
  .string()
  .check(
    z.maxLength(20_000),
    z.regex(
      /^(https:\/\/[^\s]+|data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+)$/,
      'Write an https address of a picture.',
    ),
  )

const suggestions = lines(text(200).check(z.minLength(1)), 6)

/** The words of an embed in one language, `de` or `pt-BR`. */
export const EmbedTranslation = z.strictObject({
  language: z
    .string()
    .check(z.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'Write a language such as de or pt-BR.')),
  title: z.optional(text(80)),
  greeting: z.optional(text(500)),
  teaser: z.optional(text(160)),
  privacy_note: z.optional(text(1_000)),
  suggestions: z.optional(suggestions),
})
export type EmbedTranslation = z.infer<typeof EmbedTranslation>

/** What an operator decides about an embed; every field has a default on creation but the first four. */
export const embedSettings = {
  name: text(100).check(z.minLength(1, 'Give it a name.')),
  connection_id: z.string().check(z.minLength(1), z.maxLength(100)),
  deployment_id: id,
  /** A graph's name, or an assistant's id. */
  assistant_id: z.string().check(z.minLength(1, 'Name the assistant.'), z.maxLength(200)),
  allowed_origins: lines(allowedOrigin, 50),
  /** None: no thumbs. One: it carries 1 and -1. Two: the first for liked, the second for disliked. */
  feedback_keys: lines(text(128).check(z.minLength(1)), 2),
  title: text(80),
  /** Markdown; stands before the first message. */
  greeting: text(500),
  /** Stands beside the closed bubble until a visitor puts it away; empty: nothing stands there. */
  teaser: text(160),
  /** Stands before the first message: what becomes of what visitors write. Markdown, so that it can hold a link. */
  privacy_note: text(1_000),
  /** Whether a visitor has to agree to it before the first message. */
  asks_consent: z.boolean(),
  suggestions,
  /** What visitors read in another language than these fields are in; what is left out is as above. */
  translations: z.array(EmbedTranslation).check(
    z.maxLength(30, 'Write at most 30 languages.'),
    z.refine(
      (list) => new Set(list.map(({ language }) => language.toLowerCase())).size === list.length,
      'Write each language once.',
    ),
  ),
  /** An https address or a data:image one; null for the initial of the title. */
  avatar_url: z.nullable(picture),
  /** The picture on the bubble; null for a speech balloon. */
  launcher_icon_url: z.nullable(picture),
  /** The accent, as #rrggbb. */
  color: z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'Write a colour as #3b5bdb.')),
  placement: z.enum(embedPlacements),
  /** Pixels between the bubble and the side and the bottom of the page. */
  offset_x: count(0, 400),
  offset_y: count(0, 400),
  language: z.enum(embedLanguages),
  theme: z.enum(embedThemes),
  /** What becomes of a run when its visitor leaves the page. */
  on_disconnect: z.enum(['continue', 'cancel']),
  can_stop: z.boolean(),
  can_restart: z.boolean(),
  /** Whether arguments and results of tools may be read by visitors, beside the tools' names. */
  shows_tool_details: z.boolean(),
  /** Whether what the agent says by components of its project (`ui`) is drawn, with all that they are given. */
  shows_components: z.boolean(),
  /** Pictures that answers name by address: as links, shown from some origins, or shown from everywhere. */
  answer_images: z.enum(embedImages),
  image_origins: lines(allowedOrigin, 50),
  /** Whether this server fetches what is shown, so that no stranger learns a visitor's address. */
  proxies_images: z.boolean(),
  /** Whether the agent is told, and messages are counted by, the page that a visitor is on. */
  reads_page: z.boolean(),
  /** Loads the panel when the page is idle instead of when it is first opened. */
  loads_when_idle: z.boolean(),
  /** Characters of one message. */
  max_message_length: count(1, 100_000),
  /** What visitors may send beside text: `image/*`, `application/pdf`; none: no files. Found out by their bytes. */
  file_types: lines(fileType, 20),
  max_files_per_message: count(1, 10),
  max_file_megabytes: count(1, 8),
  /** Messages of one visitor, and of all visitors together. */
  visitor_messages_per_minute: count(1, 600),
  embed_messages_per_minute: count(1, 60_000),
  /** Messages, new conversations and votes from one network address, by however many visitors. */
  address_requests_per_minute: count(1, 60_000),
  visitor_concurrent_runs: count(1, 20),
  embed_concurrent_runs: count(1, 1_000),
  /** Tokens of one visitor on one day (UTC), of the local stack only; null: as many as they like. */
  visitor_tokens_per_day: z.nullable(count(1, 1_000_000_000)),
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
  teaser: '',
  privacy_note: '',
  asks_consent: false,
  suggestions: [],
  translations: [],
  avatar_url: null,
  launcher_icon_url: null,
  color: '#3b5bdb',
  placement: 'right',
  offset_x: 20,
  offset_y: 20,
  language: 'auto',
  theme: 'auto',
  on_disconnect: 'continue',
  can_stop: true,
  can_restart: true,
  shows_tool_details: false,
  shows_components: false,
  answer_images: 'link',
  image_origins: [],
  proxies_images: true,
  reads_page: true,
  loads_when_idle: false,
  max_message_length: 4_000,
  file_types: [],
  max_files_per_message: 3,
  max_file_megabytes: 5,
  visitor_messages_per_minute: 10,
  embed_messages_per_minute: 300,
  address_requests_per_minute: 120,
  visitor_concurrent_runs: 2,
  embed_concurrent_runs: 50,
  visitor_tokens_per_day: null,
  retention_days: null,
  requires_identity: false,
  is_enabled: true,
} as const
