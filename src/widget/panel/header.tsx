import { useEffect, useRef } from 'react'
import type { PanelHost } from '../panel-host.ts'
import { IconButton } from './icons.tsx'
import { MoreMenu } from './more-menu.tsx'
import type { Texts } from './texts/en.ts'

type HeaderProps = {
  host: PanelHost
  texts: Texts
  isBusy: boolean
  hasHistory: boolean
  onHistory: () => void
  onNew: () => void
  onDelete: () => void
  /** Absent while there is nothing to keep. */
  onDownload: (() => void) | undefined
}

export function Header(props: HeaderProps) {
  const { host, texts, isBusy, hasHistory, onHistory, onNew, onDelete, onDownload } = props
  const { config } = host
  return (
    <div part="header" className="flex items-center gap-2.5 border-line border-b px-4 py-3">
      {hasHistory ? (
        <BackButton label={texts.back} onClick={onHistory} />
      ) : (
        <Avatar title={config.title} url={config.avatar_url} />
      )}
      <div className="min-w-0 grow">
        <h2 className="truncate font-semibold text-base leading-5">
          {hasHistory ? texts.history : config.title}
        </h2>
        {isBusy && !hasHistory && (
          <p aria-hidden className="text-ink-3 text-xs leading-4">
            {texts.answering}…
          </p>
        )}
      </div>
      <div className="flex">
        {!hasHistory && <IconButton icon="history" label={texts.history} onClick={onHistory} />}
        {config.can_restart && (
          <IconButton icon="new" label={texts.newConversation} onClick={onNew} />
        )}
        {!hasHistory && (
          <MoreMenu
            texts={texts}
            choices={[
              ...(onDownload ? [{ label: texts.download, onChoose: onDownload }] : []),
              { label: texts.deleteData, onChoose: onDelete },
            ]}
          />
        )}
        {host.onClose && <IconButton icon="close" label={texts.close} onClick={host.onClose} />}
      </div>
    </div>
  )
}

/** Stands where the button was that opened the list, and takes the focus from it. */
function BackButton({ label, onClick }: { label: string; onClick: () => void }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => place.current?.querySelector('button')?.focus(), [])
  return (
    <span ref={place} className="contents">
      <IconButton icon="back" label={label} onClick={onClick} className="-ms-2" />
    </span>
  )
}

function Avatar({ title, url }: { title: string; url: string | null }) {
  if (url) return <img src={url} alt="" className="size-7 flex-none rounded-full object-cover" />
  return (
    <span
      aria-hidden
      className="inline-flex size-7 flex-none items-center justify-center rounded-full bg-accent font-semibold text-accent-ink text-sm"
    >
      {[...title.trim()][0]?.toUpperCase() ?? '·'}
    </span>
  )
}
