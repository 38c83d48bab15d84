import { File, Image, Music, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { sizeText } from './size-text.ts'

const icons = { image: Image, audio: Music, video: Video, file: File }

type ChipProps = {
  label: string
  kind?: keyof typeof icons
  /** A harmless address that a press opens; nothing is fetched before. */
  href?: string | null
  size?: number | null
  onPress?: () => void
  isBusy?: boolean
}

const look =
  'my-1.5 flex w-fit max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 py-1.5 text-start text-sm'

/** What is not shown itself: its name and size, to be opened or saved where that is possible. */
export function Chip(props: ChipProps) {
  const { label, kind = 'file', href, size, onPress, isBusy = false } = props
  const Icon = icons[kind]
  const inside: ReactNode = (
    <>
      <Icon aria-hidden size={16} strokeWidth={1.8} className="flex-none text-ink-3" />
      <span className="min-w-0 truncate">{label}</span>
      {size != null && <span className="flex-none text-ink-3">{sizeText(size)}</span>}
    </>
  )
  if (href) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={look}>
        {inside}
      </a>
    )
  }
  if (!onPress) return <span className={look}>{inside}</span>
  return (
    <button
      type="button"
      disabled={isBusy}
      onClick={onPress}
      className={`${look} cursor-pointer hover:bg-sunken disabled:opacity-50`}
    >
      {inside}
    </button>
  )
}
