import {
  type Embed,
  type EmbedCreate,
  type EmbedPatch,
  embedDefaults,
} from '../../contract/embeds/embeds.ts'

/** The fields of the form as they are typed: lists as lines, numbers as text. */
export interface EmbedValues {
  name: string
  deployment_id: string
  assistant_id: string
  allowed_origins: string
  feedback_keys: string
  title: string
  greeting: string
  suggestions: string
  avatar_url: string
  color: string
  placement: string
  language: string
  theme: string
  on_disconnect: string
  can_stop: boolean
  can_restart: boolean
  shows_tool_details: boolean
  loads_when_idle: boolean
  requires_identity: boolean
  is_enabled: boolean
  max_message_length: string
  visitor_messages_per_minute: string
  embed_messages_per_minute: string
  address_requests_per_minute: string
  visitor_concurrent_runs: string
  embed_concurrent_runs: string
  retention_days: string
}

const lists = ['allowed_origins', 'feedback_keys', 'suggestions'] as const
const numbers = [
  'max_message_length',
  'visitor_messages_per_minute',
  'embed_messages_per_minute',
  'address_requests_per_minute',
  'visitor_concurrent_runs',
  'embed_concurrent_runs',
] as const

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
    retention_days: known.retention_days === null ? '' : String(known.retention_days),
  } as unknown as EmbedValues
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

/** Every setting of the form, in wire shape. */
function settingsOf(values: EmbedValues): EmbedPatch {
  const { avatar_url, retention_days, ...rest } = values
  return {
    ...rest,
    ...Object.fromEntries(lists.map((name) => [name, linesOf(values[name])])),
    ...Object.fromEntries(numbers.map((name) => [name, numberOf(values[name])])),
    avatar_url: avatar_url.trim() || null,
    retention_days: retention_days.trim() === '' ? null : numberOf(retention_days),
  } as unknown as EmbedPatch
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
