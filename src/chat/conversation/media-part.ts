import { safeHref } from '../markdown/markdown-blocks.ts'

/** An image or file in a message's content, made harmless. */
export interface MediaPart {
  readonly kind: 'image' | 'file'
  /** `inline`: its bytes are in the message. `remote`: an address that nobody has fetched. */
  readonly source: 'inline' | 'remote'
  /** A data address of a raster image; null for everything that a browser could run. */
  readonly data: string | null
  readonly href: string | null
  readonly name: string | null
  readonly mime: string | null
  /** Bytes; null when not known. */
  readonly size: number | null
}

/** Pictures that hold no script and load nothing: SVG does both. */
const rasterTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]
const mediaTypes = [
  'image',
  'image_url',
  'input_image',
  'file',
  'input_file',
  'audio',
  'video',
  'document',
]

/**
 * Reads the shapes of the common providers: `{type: 'image_url', image_url: {url}}`, `{type: 'image',
 * source_type | data, mime_type}`, `{type: 'image', source: {type, media_type, data}}`, `{type: 'file',
 * file: {filename, file_data}}`. Null for everything else.
 */
export function mediaPart(part: unknown): MediaPart | null {
  if (typeof part !== 'object' || part === null) return null
  const record = part as Record<string, unknown>
  const type = text(record.type) ?? ''
  if (!mediaTypes.includes(type)) return null
  const inner =
    firstRecord(record.source, record.file, record.image_url, record.input_audio) ?? record
  const mime =
    text(inner.media_type) ??
    text(inner.mime_type) ??
    text(record.mime_type) ??
    text(inner.mimeType)
  const name =
    text(inner.filename) ??
    text(record.filename) ??
    text(record.name) ??
    text((record.metadata as Record<string, unknown> | undefined)?.filename) ??
    text((record.metadata as Record<string, unknown> | undefined)?.name)
  const address = text(inner.url) ?? text(record.image_url) ?? text(record.url)
  const bytes = text(inner.data) ?? text(inner.file_data) ?? text(record.base64)
  const kind = type.includes('image') ? 'image' : 'file'
  const inline = bytes ?? (address?.startsWith('data:') ? address : null)
  if (inline) return { kind, source: 'inline', href: null, name, ...inlineData(inline, mime) }
  if (!address) return null
  const href = safeHref(address)
  return { kind, source: 'remote', data: null, href, name: name ?? address, mime, size: null }
}

function inlineData(inline: string, mime: string | null) {
  const [, told, base64] = /^data:([\w.+-]+\/[\w.+-]+)?[^,]*?;base64,(.*)$/s.exec(inline) ?? []
  const type = (told ?? mime ?? '').toLowerCase()
  const payload = base64 ?? inline
  const isBase64 = /^[A-Za-z0-9+/=_\s-]*$/.test(payload)
  const isSafe = isBase64 && rasterTypes.includes(type)
  return {
    data: isSafe ? `data:${type};base64,${payload}` : null,
    mime: type || null,
    size: isBase64 ? Math.floor((payload.length * 3) / 4) : null,
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function firstRecord(...values: unknown[]): Record<string, unknown> | undefined {
  return values.find(
    (value): value is Record<string, unknown> =>
      typeof value === 'object' && value !== null && !Array.isArray(value),
  )
}
