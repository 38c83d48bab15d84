import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import type { Attachment } from '../../../chat/composer/attachments.ts'
import { pastedFiles, transferredOf } from '../../../chat/composer/pasted-files.ts'
import { isTypeTaken } from '../../../contract/embeds/visible-part.ts'
import type { Texts } from '../texts/en.ts'
import { filled } from '../texts/texts.ts'
import { useKeptText, type Who } from '../use-kept-text.ts'
import { chosenFiles, type FileLimits } from './chosen-file.ts'

export type Files = ReturnType<typeof useFiles>

/**
 * The files that go along with the next message: chosen, dropped or pasted. They do not outlast the page, but their
 * names do: the next one says which are to be chosen again.
 */
export function useFiles(who: Who, limits: FileLimits, texts: Texts) {
  const isOn = limits.file_types.length > 0
  const [list, setList] = useState<readonly Attachment[]>([])
  const [names, keepNames] = useKeptText(who, 'files')
  const [problem, setProblem] = useState(() => notBack(names, texts))
  const [pictures, setPictures] = useState<readonly File[]>([])
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(list)
  const leaving = useRef(list)
  const keep = () =>
    keepNames([...leaving.current, ...latest.current].map(({ name }) => name).join('\n'))
  const replace = (next: readonly Attachment[]) => {
    latest.current = next
    setList(next)
    keep()
  }
  const add = async (files: readonly File[]) => {
    if (!isOn || files.length === 0) return
    const { added, problems } = await chosenFiles(files, latest.current, limits, texts)
    replace([...latest.current, ...added])
    setProblem(problems.length > 0 ? problems.join(' ') : null)
  }
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files')
  return {
    isOn,
    list,
    problem,
    isOver,
    /** Of a text that was pasted last: not taken along unless that is wanted. */
    pictures,
    add,
    addPictures() {
      setPictures([])
      void add(pictures)
    },
    replace(next: readonly Attachment[]) {
      setPictures([])
      setProblem(null)
      replace(next)
    },
    /** What is on its way is named, too, where the page is left before it has been answered. */
    async keepWhile<Result>(sent: readonly Attachment[], sending: Promise<Result>) {
      leaving.current = [...leaving.current, ...sent]
      keep()
      try {
        return await sending
      } finally {
        leaving.current = leaving.current.filter((file) => !sent.includes(file))
        keep()
      }
    },
    /** What could not be sent goes along again, before what was added meanwhile; `why` some of it does not. */
    restore(files: readonly Attachment[], why: string | null = null) {
      if (why !== null) setProblem(why)
      // The same file may have been chosen again meanwhile.
      const again = files.map((file) => ({ ...file, key: `${file.key} ${latest.current.length}` }))
      replace([...again, ...latest.current])
    },
    remove(key: string) {
      setProblem(null)
      replace(latest.current.filter((file) => file.key !== key))
    },
    /** For the whole box: a file that is let go anywhere in it goes along. */
    drop: {
      onDragOver(event: DragEvent) {
        if (!isOn || !hasFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: () => setIsOver(false),
      onDrop(event: DragEvent) {
        if (!isOn || !hasFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        void add([...event.dataTransfer.files])
      },
    },
    onPaste(event: ClipboardEvent) {
      if (!isOn || !event.clipboardData) return
      const { files, pictures, isText } = pastedFiles(transferredOf(event.clipboardData))
      setPictures(pictures.filter(({ type }) => isTypeTaken(type, limits.file_types)))
      if (files.length === 0) return
      if (!isText) event.preventDefault()
      void add(files)
    },
  }
}

/** In words, which files the page before had. */
function notBack(names: string, texts: Texts): string | null {
  if (names === '') return null
  const words = names.split('\n').map((name) => filled(texts, 'fileNotBack', { name }))
  return words.join(' ')
}
