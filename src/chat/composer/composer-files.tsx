import { Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { type Attachment, attachFitting } from './attachments.ts'

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.8 } as const

/** Opens the browser's choice of files. */
export function FileButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton
        size="composer"
        variant="ghost"
        label="Attach files"
        onClick={() => input.current?.click()}
      >
        <Paperclip {...icon} />
      </IconButton>
    </>
  )
}

type Files = ReturnType<typeof useAttachments>

/** Files that go along with the next message. */
export function useAttachments() {
  const [list, setList] = useState<readonly Attachment[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  // What goes along by now, also before it is drawn: files are read one lot after the other, each beside those before.
  const latest = useRef(list)
  const adding = useRef(Promise.resolve())
  const change = (changed: (before: readonly Attachment[]) => readonly Attachment[]) => {
    latest.current = changed(latest.current)
    setList(latest.current)
  }
  return {
    list,
    problem,
    replace: change,
    /** Done once they are read. */
    add(files: readonly File[]): Promise<void> {
      setProblem(null)
      adding.current = adding.current.then(async () => {
        const { added, problem } = await attachFitting(files, latest.current)
        change((before) => [...before, ...added])
        if (problem) setProblem(problem)
      })
      return adding.current
    },
    remove: (key: string) => change((before) => before.filter((item) => item.key !== key)),
  }
}

/** The files that go along, each with its removal. */
export function Attached({ files }: { files: Files }) {
  if (files.list.length === 0 && !files.problem) return null
  return (
    <div className="mb-2 flex flex-wrap gap-1.5">
      {files.list.map(({ key, name }) => (
        <span
          key={key}
          className="inline-flex max-w-full items-center gap-1 rounded-md border bg-bg pl-2 text-sm"
        >
          <span className="truncate">{name}</span>
          <IconButton
            size="sm"
            variant="ghost"
            label={`Remove ${name}`}
            onClick={() => files.remove(key)}
          >
            <X aria-hidden size={12} strokeWidth={1.8} />
          </IconButton>
        </span>
      ))}
      {files.problem && (
        <span role="alert" className="text-bad text-sm">
          {files.problem}{' '}
          <Button size="sm" onClick={() => files.add([])}>
            Close
          </Button>
        </span>
      )}
    </div>
  )
}
