import {
  type Dispatch,
  type KeyboardEvent,
  type Ref,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { RunSession, SessionSnapshot } from '../../chat/session/session-types.ts'
import { isComposing } from '../../ui/keys/is-composing.ts'
import type { PanelHost } from '../panel-host.ts'
import type { Conversations } from './conversations.ts'
import { ChosenFiles, FileButtons } from './files/file-buttons.tsx'
import type { Files } from './files/use-files.ts'
import { IconButton } from './icons.tsx'
import type { Texts } from './texts/en.ts'
import { filled, reasonOf } from './texts/texts.ts'
import { answersTo, takeAnswers, useKeptText } from './use-kept-text.ts'
import { useOnline } from './use-online.ts'

/** Grows with each text that stands in the box again. */
export type TakenBack = { readonly serial: number; readonly text: string }

type ComposerProps = {
  ref: Ref<HTMLTextAreaElement>
  host: PanelHost
  texts: Texts
  conversations: Conversations
  session: RunSession
  snapshot: SessionSnapshot
  files: Files
  /** What waited its turn, and was taken back. */
  takenBack: TakenBack | null
  /** False before the visitor has agreed to what they have to agree to. */
  mayWrite: boolean
}

/** Where the visitor writes. What could not be sent stays, with the reason above it. */
export function Composer(props: ComposerProps) {
  const { ref, host, texts, conversations, session, snapshot, files, mayWrite } = props
  const { config } = host
  const [text, setText, keepWhile] = useKeptText(host)
  const [problem, setProblem] = useState<string | null>(null)
  const isOnline = useOnline()
  const { run, returned } = snapshot
  const isActive = run?.outcome === 'active'
  const isAsked = !isActive && snapshot.conversation.interrupts.length > 0
  const over = [...text.trim()].length - config.max_message_length
  const isEmpty = text.trim() === '' && files.list.length === 0
  const canSend = mayWrite && !isEmpty && over <= 0 && isOnline
  useReturnedText(returned, text, setText)
  useReturnedText(props.takenBack, text, setText)
  useLostAnswers(host, snapshot.lost, setText)
  useLeftAnswers(host, snapshot, setText)

  const send = async () => {
    if (!canSend) return
    setProblem(null)
    const sent = text
    const along = files.list
    setText('')
    files.replace([])
    const sending = keepWhile(sent, conversations.send(sent.trim(), along))
    const result = await files.keepWhile(along, sending)
    if (result.ok) return
    files.restore(along)
    // What was typed meanwhile stays behind what comes back.
    setText((present) => (present === '' ? sent : `${sent}\n${present}`))
    setProblem(filled(texts, 'notSent', { reason: reasonOf(result.error, texts, along) }))
    host.emit('error', { message: result.error.message })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    void send()
  }
  const remark = !isOnline
    ? texts.offline
    : over > 0
      ? filled(texts, 'tooLong', { count: over })
      : [problem, files.problem].filter(Boolean).join(' ')
  return (
    <form
      part="composer"
      className="mx-auto w-full max-w-[744px] p-3 pt-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {remark && (
        <p role="alert" className="px-1 pb-1.5 text-bad text-sm leading-4">
          {remark}
        </p>
      )}
      {isAsked && (
        <p className="px-1 pb-1.5 text-ink-2 text-sm leading-4">{texts.leavesUnanswered}</p>
      )}
      <ChosenFiles files={files} texts={texts} />
      <div className="flex items-end gap-1.5 rounded-lg border border-line-strong bg-surface p-1.5 has-[textarea:focus-visible]:border-accent">
        <FileButtons files={files} types={config.file_types} texts={texts} />
        <textarea
          ref={ref}
          rows={1}
          // An empty box is in the direction of the chat.
          dir={text === '' ? undefined : 'auto'}
          value={text}
          aria-label={texts.placeholder}
          placeholder={texts.placeholder}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={files.onPaste}
          // 16 px keep phones from zooming in on the field.
          className="field-sizing-content max-h-36 min-h-8 min-w-0 grow resize-none bg-transparent py-1.5 ps-1.5 text-[16px] leading-5 outline-none placeholder:text-ink-3 sm:text-base"
        />
        {isActive && config.can_stop && (
          <IconButton
            icon="stop"
            label={texts.stop}
            disabled={run.cancel !== null && run.cancel.stage !== 'failed'}
            onClick={(event) => {
              // It goes; by a key the focus goes on to the box, and is not left to the page.
              if (event.detail === 0) event.currentTarget.form?.querySelector('textarea')?.focus()
              void session.interrupt()
            }}
          />
        )}
        <IconButton
          icon="send"
          label={texts.send}
          type="submit"
          disabled={!canSend}
          className="bg-accent text-accent-ink! hover:bg-accent"
        />
      </div>
    </form>
  )
}

/** A message that was taken back stands in the box again, before what was typed meanwhile. */
function useReturnedText(
  returned: TakenBack | null,
  text: string,
  setText: (text: string) => void,
): void {
  const taken = useRef<number | null>(null)
  useEffect(() => {
    if (!returned || taken.current === returned.serial) return
    taken.current = returned.serial
    if (returned.text === '') return
    setText(text.trim() === '' ? returned.text : `${returned.text}\n${text}`)
  }, [returned, text, setText])
}

/** What was being answered when its conversation was deleted elsewhere goes on here, behind what stands here. */
function useLostAnswers(
  host: PanelHost,
  lost: SessionSnapshot['lost'],
  setText: Dispatch<SetStateAction<string>>,
): void {
  useEffect(() => {
    goOnWith(
      lost.flatMap((id) => takeAnswers(host, id)),
      setText,
    )
  }, [host, lost, setText])
}

/** So does what was being answered when the question was answered, or left, elsewhere. */
function useLeftAnswers(
  host: PanelHost,
  { thread_id, opening, isLost, run, conversation: { interrupts } }: SessionSnapshot,
  setText: Dispatch<SetStateAction<string>>,
): void {
  // What was sent from here may be refused, or be one answer of several: the questions stand again then.
  const isOurTurn = run?.outcome === 'active' && run.before !== null
  useEffect(() => {
    if (thread_id === null || opening !== 'open' || isLost || isOurTurn) return
    goOnWith(takeAnswers(host, thread_id, answersTo(thread_id, interrupts)), setText)
  }, [host, thread_id, opening, isLost, isOurTurn, interrupts, setText])
}

function goOnWith(words: readonly string[], setText: Dispatch<SetStateAction<string>>): void {
  if (words.length === 0) return
  setText((present) => [present, ...words].filter((text) => text.trim() !== '').join('\n'))
}
