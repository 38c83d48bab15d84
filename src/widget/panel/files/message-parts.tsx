import { useEffect, useState } from 'react'
import { mediaPart } from '../../../chat/conversation/parts/media-part.ts'
import { KeptFile, UnknownPart } from '../../../contract/embeds/visible-part.ts'
import { filled } from '../texts/texts.ts'
import { Chip } from './chip.tsx'
import { useFileTools } from './file-tools.ts'
import { KeptMedia } from './kept-media.tsx'
import { RemotePicture } from './remote-picture.tsx'

type MessagePartProps = { part: unknown; place: number; message_id: string | null }

/** What of a message is no text: a picture, a recording, a file, or something of a kind that nobody knows. */
export function MessagePart({ part, place, message_id }: MessagePartProps) {
  const { texts } = useFileTools()
  const kept = KeptFile.safeParse(part).data
  if (kept && message_id) return <KeptMedia file={kept} message_id={message_id} />
  const unknown = UnknownPart.safeParse(part).data
  if (unknown) return <Chip label={filled(texts, 'unknownPart', { kind: unknown.kind })} />
  const media = mediaPart(part)
  if (!media) return null
  if (media.data && media.kind === 'image') {
    return <SentPicture data={media.data} place={place} message_id={message_id} />
  }
  const label = media.name ?? texts[media.kind === 'audio' ? 'recording' : media.kind]
  if (media.source === 'remote' && media.kind === 'image' && media.href) {
    return (
      <RemotePicture href={media.href} text={media.name === media.href ? '' : (media.name ?? '')} />
    )
  }
  return <Chip label={label} href={media.href} size={media.size} />
}

/** A picture as it goes out: the thread will hold it at this place. */
function SentPicture(props: { data: string; place: number; message_id: string | null }) {
  const { data, place: part, message_id } = props
  const { files, thread_id, texts } = useFileTools()
  const [isForbidden, setIsForbidden] = useState(false)
  useEffect(() => {
    if (thread_id && message_id) files.remember({ thread_id, message_id, part }, data)
  }, [files, thread_id, message_id, part, data])
  if (isForbidden) return <Chip label={texts.image} kind="image" />
  return (
    <img
      src={data}
      alt={texts.image}
      // A page's policy may forbid pictures that are made in it.
      onError={() => setIsForbidden(true)}
      className="my-1.5 max-h-72 max-w-full rounded-md"
    />
  )
}
