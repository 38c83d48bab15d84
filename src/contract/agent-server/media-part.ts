/** A picture, a recording or a file in a message's content, as its provider wrote it. */
export interface WrittenMedia {
  readonly kind: 'image' | 'audio' | 'video' | 'file'
  /** Its bytes in the message: base64, alone or as a data address. Null where there is an address only. */
  readonly inline: string | null
  readonly address: string | null
  readonly name: string | null
  readonly mime: string | null
}

const kinds: Readonly<Record<string, WrittenMedia['kind']>> = {
  image: 'image',
  image_url: 'image',
  input_image: 'image',
  audio: 'audio',
  input_audio: 'audio',
  video: 'video',
  file: 'file',
  input_file: 'file',
  document: 'file',
  media: 'file',
}

/**
 * Reads the shapes of the common providers: `{type: 'image_url', image_url: {url}}`, `{type: 'image',
 * source_type | data, mime_type}`, `{type: 'image', source: {type, media_type, data}}`, `{type: 'file',
 * file: {filename, file_data}}`, `{type: 'input_audio', input_audio: {data, format}}`, `{type: 'media', mime_type,
 * data}`. Null for everything else.
 */
export function writtenMedia(part: unknown): WrittenMedia | null {
  if (typeof part !== 'object' || part === null) return null
  const record = part as Record<string, unknown>
  const type = text(record.type) ?? ''
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined
  if (!kind) return null
  const inner =
    firstRecord(record.source, record.file, record.image_url, record.input_audio) ?? record
  const format = text(inner.format)
  const mime =
    text(inner.media_type) ??
    text(inner.mime_type) ??
    text(record.mime_type) ??
    text(inner.mimeType) ??
    (format && kind === 'audio' ? `audio/${format}` : null)
  const metadata = firstRecord(record.metadata)
  const name =
    text(inner.filename) ??
    text(record.filename) ??
    text(record.name) ??
    text(metadata?.filename) ??
    text(metadata?.name) ??
    text(record.title)
  const address = text(inner.url) ?? text(record.image_url) ?? text(record.url)
  const told = text(inner.data) ?? text(inner.file_data) ?? text(record.base64)
  const bytes = told && inner.type === 'text' ? base64Of(told) : told
  const inline = bytes ?? (address?.startsWith('data:') ? address : null)
  if (!inline && !address) return null
  const seen = type === 'media' ? (kindOfMime(mime) ?? kind) : kind
  return { kind: seen, inline, address: inline ? null : address, name, mime }
}

/** What is before the comma of a data address, and the base64 behind it; null where it is not base64. */
export function inlineBase64(
  inline: string,
  mime: string | null,
): { mime: string | null; base64: string | null } {
  const [, told, base64] = /^data:([\w.+-]+\/[\w.+-]+)?[^,]*?;base64,(.*)$/s.exec(inline) ?? []
  const payload = base64 ?? inline
  const isBase64 = /^[A-Za-z0-9+/=_\s-]*$/.test(payload)
  return { mime: (told ?? mime ?? '').toLowerCase() || null, base64: isBase64 ? payload : null }
}

const kindOfMime = (mime: string | null) =>
  (['image', 'audio', 'video'] as const).find((kind) => mime?.startsWith(`${kind}/`))

/** A document may be a text as it is. */
function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** How many bytes a text in base64 stands for. */
export const bytesOfBase64 = (base64: string): number =>
  Math.floor((base64.replace(/=+$/, '').length * 3) / 4)

/** Pictures that hold no script and load nothing: SVG does both. */
export const rasterTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function firstRecord(...values: unknown[]): Record<string, unknown> | undefined {
  return values.find(
    (value): value is Record<string, unknown> =>
      typeof value === 'object' && value !== null && !Array.isArray(value),
  )
}
