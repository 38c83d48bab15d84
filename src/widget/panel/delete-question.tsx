import { useEffect, useRef, useState } from 'react'
import type { Conversations } from './conversations.ts'
import type { Texts } from './texts/en.ts'
import { reasonOf } from './texts/texts.ts'

type DeleteQuestionProps = {
  texts: Texts
  conversations: Conversations
  onClose: () => void
  onDeleted: () => void
}

const button =
  'cursor-pointer rounded-md border border-line-strong px-3 py-1.5 hover:bg-sunken disabled:opacity-50'

/** Asks before everything of a visitor is deleted; stays, with the reason, where that failed. */
export function DeleteQuestion(props: DeleteQuestionProps) {
  const { texts, conversations, onClose, onDeleted } = props
  const [isDeleting, setIsDeleting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const no = useRef<HTMLButtonElement>(null)
  useEffect(() => no.current?.focus(), [])
  const remove = async () => {
    setIsDeleting(true)
    setProblem(null)
    try {
      await conversations.deleteEverything()
      onDeleted()
    } catch (error) {
      setProblem(reasonOf(error as Error, texts))
      setIsDeleting(false)
    }
  }
  return (
    <div
      role="alertdialog"
      aria-label={texts.deleteData}
      aria-describedby="delete-question"
      className="border-line border-b bg-warn-soft px-4 py-3"
    >
      <p id="delete-question">{texts.deleteQuestion}</p>
      <div className="mt-2 flex gap-2">
        <button ref={no} type="button" disabled={isDeleting} className={button} onClick={onClose}>
          {texts.cancel}
        </button>
        <button
          type="button"
          disabled={isDeleting}
          className={button}
          onClick={() => void remove()}
        >
          {texts.deleteData}
        </button>
      </div>
      {problem !== null && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}
