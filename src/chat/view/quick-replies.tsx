import type { MouseEvent } from 'react'
import type { QuickReply } from '../../contract/agent-server/answers/quick-replies.ts'

type QuickRepliesProps = {
  /** What they are together, read out. */
  label: string
  replies: readonly QuickReply[]
  isDisabled?: boolean
  /** `isByKey`: the focus has to go somewhere, since the buttons do. */
  onChoose: (text: string, isByKey: boolean) => void
}

/** What may be said next, as buttons: pressed, it is said. Gone with the next message. */
export function QuickReplies({ label, replies, isDisabled = false, onChoose }: QuickRepliesProps) {
  if (replies.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2 print:hidden">
      {replies.map((reply) => (
        <li key={reply.label} className="max-w-full">
          <button
            type="button"
            dir="auto"
            disabled={isDisabled}
            onClick={({ detail }: MouseEvent) => onChoose(reply.text, detail === 0)}
            className="max-w-full cursor-pointer break-words rounded-lg border border-line-strong px-3 py-1.5 text-start hover:bg-sunken disabled:opacity-50"
          >
            {reply.label}
          </button>
        </li>
      ))}
    </ul>
  )
}
