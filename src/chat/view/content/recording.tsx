import type { MediaPart } from '../../conversation/parts/media-part.ts'
import { mediaNames } from './media-names.ts'

/** A recording or a film whose bytes are in the message, with its player. */
export function Recording({ media }: { media: MediaPart }) {
  const name = media.name ?? mediaNames[media.kind]
  const player = { controls: true, src: media.data ?? '', 'aria-label': name }
  return media.kind === 'video' ? (
    <video {...player} className="my-1.5 block max-h-80 max-w-full rounded-md border" />
  ) : (
    <audio {...player} className="my-1.5 block max-w-full" />
  )
}
