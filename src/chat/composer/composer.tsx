import { ArrowUp, Braces, Settings2 } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { RefusedActions } from '../../ui/controls/refused-actions.ts'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { cx } from '../../ui/cx.ts'
import type { RunSession, SessionSnapshot, SubmitResult, Work } from '../session/session-types.ts'
import { useSessionPart } from '../view/use-session.ts'
import { contentWith } from './attachments.ts'
import { ComposerChoices, type RunChoices } from './composer-choices.tsx'
import { Attached, FileButton, useAttachments } from './composer-files.tsx'
import { ComposerHints } from './composer-hints.tsx'
import { ConfigPanel, InputPanel } from './composer-panels.tsx'
import { moveDrafts, readDraft, writeDraft } from './draft-store.ts'
import { StopButton } from './stop-button.tsx'
import { useSentHistory } from './use-sent-history.ts'

type ComposerProps = {
  session: RunSession
  /** The thread's: what is typed and not sent is kept under it. */
  draftKey: string
  assistants: readonly { assistant_id: string; name: string }[]
  choices: RunChoices
  onChoose: (change: Partial<RunChoices>) => void
  /** Why the last attempt to start a run failed. */
  problem: Error | null
  onSend: (work: Work) => Promise<SubmitResult>
}

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.8 } as const

const watched = ['thread_id', 'opening', 'status', 'error', 'run', 'queued', 'returned'] as const

/** The box at the end of the conversation: text and files, what sending will do, stop. */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { session, draftKey, choices, problem, onSend } = props
  const snapshot = useSessionPart(session, watched)
  const { run, opening } = snapshot
  const isActive = run?.outcome === 'active' || snapshot.queued.length > 0
  const { text, setText, keepWhile } = useDraft(draftKey)
  const [panel, setPanel] = useState<'input' | 'config' | null>(null)
  const openers = useRef<{ input?: HTMLButtonElement | null; config?: HTMLButtonElement | null }>(
    {},
  )
  const files = useAttachments()
  const history = useSentHistory(session, text, setText)
  useReturnedText(snapshot, text, setText)

  const words = text.trim()
  const isEmpty = words === '' && files.list.length === 0
  const refusal = useContext(RefusedActions)
  const isKnown = choices.assistant_id !== ''
  const canSend = !refusal && !isEmpty && opening !== 'failed'
  const [isDue, setIsDue] = useState(false)
  const send = async () => {
    if (!canSend) return
    if (!isKnown) return setIsDue(true)
    const sent = files.list
    setText('')
    files.replace([])
    history.reset()
    const work = sent.length > 0 ? { parts: contentWith(words, sent) } : { text: words }
    const result = await keepWhile(text, onSend(work))
    if (result.ok) return
    // Whatever was typed meanwhile stays, behind what did not get through.
    setText((typed) => (typed ? `${text}\n${typed}` : text))
    files.replace((added) => [...sent, ...added])
  }
  const sendNow = useRef(send)
  sendNow.current = send
  // Sent before it was known to whom.
  useEffect(() => {
    if (!isDue || !isKnown) return
    setIsDue(false)
    void sendNow.current()
  }, [isDue, isKnown])
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (history.onKeyDown(event)) return
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (event.shiftKey && !event.metaKey && !event.ctrlKey) return
    event.preventDefault()
    void send()
  }
  const toggle = (which: 'input' | 'config') => setPanel(panel === which ? null : which)
  const closePanel = () => {
    if (panel) openers.current[panel]?.focus()
    setPanel(null)
  }
  const hasConfig = Object.values(choices.config).some((part) => JSON.stringify(part) !== '{}')
  return (
    <div className="flex-none px-4 pb-5 sm:px-7">
      <div className="mx-auto w-full max-w-[740px]">
        {panel === 'input' && (
          <InputPanel
            session={session}
            assistant_id={choices.assistant_id}
            onSend={onSend}
            draftKey={draftKey}
            onClose={closePanel}
          />
        )}
        {panel === 'config' && (
          <ConfigPanel
            config={choices.config}
            draftKey={`config.${draftKey}`}
            onSave={(config) => props.onChoose({ config })}
            onClose={closePanel}
          />
        )}
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void send()
          }}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            files.add([...event.dataTransfer.files])
          }}
          className="rounded-[14px] border border-line-strong bg-surface pt-3 pr-3 pb-2.5 pl-3.5 shadow-float focus-within:border-accent has-[textarea:focus]:ring-1 has-[textarea:focus]:ring-accent"
        >
          <Attached files={files} />
          <TextArea
            variant="bare"
            rows={1}
            aria-label="Message"
            // A new thread begins with its first message.
            autoFocus={snapshot.thread_id === null}
            placeholder={isActive ? followUps[choices.strategy] : 'Send a message'}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const pasted = [...event.clipboardData.files]
              if (pasted.length === 0) return
              event.preventDefault()
              files.add(pasted)
            }}
          />
          <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-1 gap-y-2">
            <div className="flex min-h-7 min-w-0 flex-wrap items-center gap-1 max-sm:w-full">
              {isKnown && <ComposerChoices {...props} isActive={isActive} />}
            </div>
            <div className={cx('flex grow gap-1', !isKnown && 'invisible')}>
              <FileButton onFiles={files.add} />
              <IconButton
                size="composer"
                variant="ghost"
                label="Input as JSON"
                ref={(button) => {
                  openers.current.input = button
                }}
                aria-expanded={panel === 'input'}
                onClick={() => toggle('input')}
              >
                <Braces {...icon} />
              </IconButton>
              <IconButton
                size="composer"
                variant="ghost"
                label={
                  hasConfig
                    ? 'Configuration of the assistant: your own is in use'
                    : 'Configuration of the assistant'
                }
                className={hasConfig ? 'bg-accent-soft text-accent!' : undefined}
                ref={(button) => {
                  openers.current.config = button
                }}
                aria-expanded={panel === 'config'}
                onClick={() => toggle('config')}
              >
                <Settings2 {...icon} />
              </IconButton>
            </div>
            <div className="flex flex-none items-center gap-2">
              {run?.outcome === 'active' && <StopButton session={session} run={run} />}
              <IconButton
                acts
                type="submit"
                variant="primary"
                size="composer"
                label="Send"
                isPending={isDue}
                disabledReason={canSend ? undefined : 'Write a message first'}
              >
                <ArrowUp {...icon} />
              </IconButton>
            </div>
          </div>
        </form>
      </div>
      <ComposerHints {...props} snapshot={snapshot} isActive={isActive} problem={problem} />
    </div>
  )
})

const followUps = {
  enqueue: 'Send a follow-up; it will wait its turn',
  interrupt: 'Send instead; the current run is stopped and kept',
  rollback: 'Send instead; the current run is undone',
  reject: 'Send a follow-up; it is refused while a run is active',
} as const

/**
 * The text of the box, kept per thread; a new thread takes its draft along when it gets its id. What is on its
 * way to the server is kept as well until the answer is there: a page that is left before brings it back.
 */
function useDraft(key: string) {
  const [text, setText] = useState(() => readDraft(key))
  const [leaving, setLeaving] = useState<readonly string[]>([])
  const known = useRef(key)
  useEffect(() => {
    if (known.current !== key) moveDrafts(known.current, key)
    known.current = key
    writeDraft(key, [...leaving, text].filter((part) => part !== '').join('\n'))
  }, [key, text, leaving])
  const keepWhile = async <Result,>(sent: string, sending: Promise<Result>): Promise<Result> => {
    setLeaving((before) => [...before, sent])
    try {
      return await sending
    } finally {
      setLeaving((before) => before.toSpliced(before.indexOf(sent), 1))
    }
  }
  return { text, setText, keepWhile }
}

/** A roll-back gives the text of the message back. */
function useReturnedText(
  { returned }: Pick<SessionSnapshot, 'returned'>,
  text: string,
  setText: (text: string) => void,
): void {
  const seen = useRef(returned?.serial ?? 0)
  useEffect(() => {
    if (!returned || returned.serial === seen.current) return
    seen.current = returned.serial
    // What was typed meanwhile stays, behind it.
    setText(text.trim() === '' ? returned.text : `${returned.text}\n${text}`)
  }, [returned, text, setText])
}
