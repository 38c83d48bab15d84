import { type EmbedTranslation, embedDefaults } from '../../contract/embeds/embed-settings.ts'
import type { Embed, EmbedCreate, EmbedPatch } from '../../contract/embeds/embeds.ts'
import { numberTyped, optionalNumberTyped } from '../forms/number-typed.ts'

/** The words of another language, as they are typed. */
export type TranslationValues = { [Name in keyof EmbedTranslation]-?: string }

/** The fields of the form as they are typed: lists as lines, numbers as text. */
export interface EmbedValues {
  name: string
  deployment_id: string
  assistant_id: string
  allowed_origins: string
  feedback_keys: string
  title: string
  greeting: string
  teaser: string
  translations: TranslationValues[]
  privacy_note: string
  asks_consent: boolean
  suggestions: string
  file_types: string
  image_origins: string
  answer_images: string
  proxies_images: boolean
  avatar_url: string
  launcher_icon_url: string
  offset_x: string
  offset_y: string
  color: string
  placement: string
  language: string
  theme: string
  on_disconnect: string
  can_stop: boolean
  can_restart: boolean
  shows_tool_details: boolean
  shows_components: boolean
  loads_when_idle: boolean
  reads_page: boolean
  requires_identity: boolean
  is_enabled: boolean
  max_message_length: string
  max_files_per_message: string
  max_file_megabytes: string
  visitor_messages_per_minute: string
  embed_messages_per_minute: string
  address_requests_per_minute: string
  visitor_concurrent_runs: string
  embed_concurrent_runs: string
  retention_days: string
  visitor_tokens_per_day: string
}

const lists = [
  'allowed_origins',
  'feedback_keys',
  'suggestions',
  'file_types',
  'image_origins',
] as const
const numbers = [
  'max_message_length',
  'max_files_per_message',
  'max_file_megabytes',
  'visitor_messages_per_minute',
  'embed_messages_per_minute',
  'address_requests_per_minute',
  'visitor_concurrent_runs',
  'embed_concurrent_runs',
  'offset_x',
  'offset_y',
] as const

export const noTranslation: TranslationValues = {
  language: '',
  title: '',
  greeting: '',
  teaser: '',
  privacy_note: '',
  suggestions: '',
}

/** What an embed's form starts with; a new one belongs to no deployment yet. */
export function valuesOfEmbed(embed: Partial<Embed>): EmbedValues {
  const known = { ...embedDefaults, name: '', deployment_id: '', assistant_id: '', ...embed }
  const lines = Object.fromEntries(lists.map((name) => [name, known[name].join('\n')]))
  const counts = Object.fromEntries(numbers.map((name) => [name, String(known[name])]))
  return {
    ...known,
    ...lines,
    ...counts,
    avatar_url: known.avatar_url ?? '',
    launcher_icon_url: known.launcher_icon_url ?? '',
    translations: known.translations.map(({ suggestions = [], ...words }) => ({
      ...noTranslation,
      ...words,
      suggestions: suggestions.join('\n'),
    })),
    retention_days: known.retention_days === null ? '' : String(known.retention_days),
    visitor_tokens_per_day: String(known.visitor_tokens_per_day ?? ''),
  } as unknown as EmbedValues
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])

/** Every setting of the form, in wire shape. */
function settingsOf(values: EmbedValues): EmbedPatch {
  const { avatar_url, launcher_icon_url, retention_days, ...rest } = values
  const { visitor_tokens_per_day: tokens } = values
  return {
    ...rest,
    ...Object.fromEntries(lists.map((name) => [name, linesOf(values[name])])),
    ...Object.fromEntries(numbers.map((name) => [name, numberTyped(values[name])])),
    avatar_url: avatar_url.trim() || null,
    launcher_icon_url: launcher_icon_url.trim() || null,
    translations: values.translations.map(translationOf),
    retention_days: optionalNumberTyped(retention_days),
    visitor_tokens_per_day: optionalNumberTyped(tokens),
  } as unknown as EmbedPatch
}

/** Only what is written: the rest is as in the embed itself. */
function translationOf({ language, suggestions, ...words }: TranslationValues): EmbedTranslation {
  const lines = linesOf(suggestions)
  return {
    language: language.trim(),
    ...Object.fromEntries(Object.entries(words).filter(([, text]) => text.trim() !== '')),
    ...(lines.length > 0 ? { suggestions: lines } : {}),
  }
}

export function createEmbedRequest(values: EmbedValues, connectionId: string): EmbedCreate {
  return { connection_id: connectionId, ...settingsOf(values) } as EmbedCreate
}

/** Only what was changed. */
export function patchEmbedRequest(before: EmbedValues, values: EmbedValues): EmbedPatch {
  const [old, next] = [settingsOf(before), settingsOf(values)] as Record<string, unknown>[]
  return Object.fromEntries(
    Object.entries(next ?? {}).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old?.[name]),
    ),
  )
}
