import {
  bytesOfBase64,
  inlineBase64,
  rasterTypes,
  type WrittenMedia,
  writtenMedia,
} from '../../../contract/agent-server/media-part.ts'
import { safeHref } from '../../markdown/markdown-blocks.ts'

/** An image or file in a message's content, made harmless. */
export interface MediaPart {
  readonly kind: WrittenMedia['kind']
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

/** Reads the shapes of the common providers, see `writtenMedia`. Null for everything else. */
export function mediaPart(part: unknown): MediaPart | null {
  const written = writtenMedia(part)
  if (!written) return null
  const { kind, inline, address, name, mime } = written
  if (inline) return { kind, source: 'inline', href: null, name, ...inlineData(inline, mime) }
  const href = safeHref(address ?? '')
  return { kind, source: 'remote', data: null, href, name: name ?? address, mime, size: null }
}

function inlineData(inline: string, told: string | null) {
  const { mime, base64 } = inlineBase64(inline, told)
  const isSafe = base64 !== null && rasterTypes.includes(mime ?? '')
  return {
    data: isSafe ? `data:${mime};base64,${base64}` : null,
    mime,
    size: base64 === null ? null : bytesOfBase64(base64),
  }
}
