import { FileArchive, FolderUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'

type ChooseButtonsProps = {
  /** What is being done, while nothing else can be chosen. */
  work: string | null
  onFolder: (files: File[]) => void
  onArchive: (file: File) => void
}

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** Two ways to choose a source: browsers have a window for folders and one for files. */
export function ChooseButtons({ work, onFolder, onArchive }: ChooseButtonsProps) {
  const folderInput = useRef<HTMLInputElement>(null)
  const archiveInput = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={folderInput}
        type="file"
        hidden
        multiple
        aria-label="The folder of a project"
        {...{ webkitdirectory: '' }}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onFolder(files)
        }}
      />
      <input
        ref={archiveInput}
        type="file"
        hidden
        accept=".tgz,.gz,application/gzip"
        aria-label="An archive of a project"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) onArchive(file)
        }}
      />
      <Button acts disabledReason={work ?? undefined} onClick={() => folderInput.current?.click()}>
        <FolderUp {...iconProps} /> Choose a folder
      </Button>
      <Button acts disabledReason={work ?? undefined} onClick={() => archiveInput.current?.click()}>
        <FileArchive {...iconProps} /> Choose an archive
      </Button>
    </div>
  )
}
