import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Note } from '../../ui/page/note.tsx'

type UnsentAnswerNoteProps = { words: string; onForget: () => void }

/** In place of a question that went away while somebody wrote an answer to it: what they wrote. */
export function UnsentAnswerNote({ words, onForget }: UnsentAnswerNoteProps) {
  return (
    <div role="alert">
      <Note
        tone="warn"
        title="Your answer was not sent"
        action={
          <Button size="sm" onClick={onForget}>
            Dismiss
          </Button>
        }
      >
        The question was answered, or left, elsewhere while you wrote:
        <div className="mt-1.5 flex items-start gap-1">
          <p className="min-w-0 grow whitespace-pre-wrap break-words">{words}</p>
          <CopyButton text={words} label="Copy your answer" />
        </div>
      </Note>
    </div>
  )
}
