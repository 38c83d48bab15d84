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
  /** A data address of a picture, a recording or a film; null for everything that a browser could run. */
  readonly data: string | null
  /** Its bytes, to be saved; null where they are not in the message. */
  readonly base64: string | null
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
  if (inline) return { source: 'inline', href: null, name, ...inlineData(kind, inline, mime) }
  const href = safeHref(address ?? '')
  const nothing = { data: null, base64: null, size: null }
  return { kind, source: 'remote', href, name: name ?? address, mime, ...nothing }
}

function inlineData(told: MediaPart['kind'], inline: string, toldMime: string | null) {
  const { mime, base64 } = inlineBase64(inline, toldMime)
  // A recording may come as a file.
  const [, played] = /^(audio|video)\//.exec(mime ?? '') ?? []
  const kind = told === 'file' && played ? (played as 'audio' | 'video') : told
  const isSafe = kind === played || rasterTypes.includes(mime ?? '')
  return {
    kind,
    data: base64 !== null && isSafe ? `data:${mime};base64,${base64}` : null,
    base64,
    mime,
    size: base64 === null ? null : bytesOfBase64(base64),
  }
}
