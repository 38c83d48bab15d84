import { FileText, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { JsonView } from '../../../ui/page/json-view.tsx'
import { type MediaPart, mediaPart } from '../../conversation/parts/media-part.ts'
import { mediaNames } from './media-names.ts'
import { Recording } from './recording.tsx'
import { SavePart } from './save-part.tsx'

/** What of a message's content is no text: a picture, a recording, a file, or something of a kind that nobody knows. */
export function PartOfContent({ part }: { part: unknown }) {
  const media = mediaPart(part)
  return media ? <Media media={media} /> : <RawPart part={part} />
}

function RawPart({ part }: { part: unknown }) {
  const type = (part as { type?: unknown } | null)?.type
  const name = typeof type === 'string' ? type : 'part'
  return (
    <div className="my-2">
      <div className="mb-1 text-ink-3 text-sm">{`Content of the kind “${name}”`}</div>
      <JsonView value={part} label={name} openDepth={0} />
    </div>
  )
}

function Media({ media }: { media: MediaPart }) {
  if (media.kind === 'image' && media.source === 'inline') return <InlineImage media={media} />
  if (media.data !== null && media.kind !== 'file') return <Recording media={media} />
  const label = media.name ?? mediaNames[media.kind]
  const facts = [media.mime, media.size === null ? null : sizeText(media.size)].filter(Boolean)
  return (
    <span className="my-1.5 flex w-fit max-w-full items-center gap-2 rounded-md border bg-surface px-2.5 py-1.5 text-md">
      <FileText aria-hidden size={16} strokeWidth={1.8} className="flex-none text-ink-3" />
      <span className="min-w-0 truncate">
        {media.href ? (
          // Fetching it by itself would tell its server who reads what: a press decides.
          <a
            href={media.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent underline underline-offset-2"
          >
            {label}
          </a>
        ) : (
          label
        )}
      </span>
      {facts.length > 0 && (
        <span className="flex-none text-ink-3 text-sm">{facts.join(' · ')}</span>
      )}
      {media.base64 !== null && <SavePart media={media} label={label} />}
    </span>
  )
}

function InlineImage({ media }: { media: MediaPart }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken || !media.data) {
    return (
      <span className="my-1.5 flex items-center gap-2 text-ink-2 text-sm">
        <ImageOff aria-hidden size={16} strokeWidth={1.8} />
        {`An image that cannot be shown${media.mime ? ` (${media.mime})` : ''}`}
      </span>
    )
  }
  return (
    <img
      src={media.data}
      alt={media.name ?? 'Attached to the message'}
      onError={() => setIsBroken(true)}
      className="my-1.5 block max-h-80 max-w-full rounded-md border"
    />
  )
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
