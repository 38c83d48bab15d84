import { Download } from 'lucide-react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { saveFile } from '../../../ui/save-file.ts'
import type { MediaPart } from '../../conversation/parts/media-part.ts'

/** Saves a file whose bytes are in the message. Whatever it is, no page is made of it here. */
export function SavePart({ media, label }: { media: MediaPart; label: string }) {
  const save = () => {
    try {
      const bytes = Uint8Array.from(atob(base64Of(media)), (letter) => letter.charCodeAt(0))
      saveFile(new Blob([bytes], { type: 'application/octet-stream' }), label)
    } catch {
      toast.bad(`“${label}” cannot be saved`, {
        description: 'What the message holds of it is not whole.',
      })
    }
  }
  return (
    <IconButton size="sm" variant="ghost" label={`Save ${label}`} onClick={save}>
      <Download aria-hidden size={14} strokeWidth={1.8} />
    </IconButton>
  )
}

/** Without the line breaks, and in the letters, that browsers know. */
const base64Of = ({ base64 }: MediaPart) =>
  (base64 ?? '').replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
