import { useContext, useEffect, useRef, useState } from 'react'
import type { SchemaField } from '../../contract/agent-server/input/schema-fields.ts'
import { RefusedActions } from '../../ui/controls/refused-actions.ts'
import { moveDrafts, readDraft, writeDraft } from '../draft-store.ts'
import type { RunSession, SessionSnapshot, SubmitResult, Work } from '../session/session-types.ts'
import { contentWith } from './attachments.ts'
import { takeDue } from './begin-thread.ts'
import { useAttachments } from './composer-files.tsx'
import { type EarlyMessage, useEarlyMessage } from './early-message.ts'
import { textsOfInput } from './form/input-texts.ts'
import { takeLostWords } from './lost-words.ts'
import { takePasted } from './take-pasted.ts'
import { useSentHistory } from './use-sent-history.ts'

type MessageOptions = {
  session: RunSession
  snapshot: Pick<SessionSnapshot, 'thread_id' | 'opening' | 'returned' | 'lost'>
  draftKey: string
  /** `later`: sending waits until it is known to whom, and as what, it goes. `never`: the graph takes none. */
  goes: 'now' | 'later' | 'never'
  /** The field that the text is sent as, for a graph that takes no messages. */
  field: SchemaField | null
  onSend: (work: Work) => Promise<SubmitResult>
}

/** The message that is being written: its text, its files, and sending it. */
export interface Draft {
  readonly text: string
  setText(text: string): void
  readonly files: ReturnType<typeof useAttachments>
  readonly history: ReturnType<typeof useSentHistory>
  /** What it was begun with, before the console was there. */
  readonly early: EarlyMessage | null
  /** Sent before it was known to whom: it goes as soon as that is. */
  readonly isDue: boolean
  /** Why it cannot be sent. */
  readonly lacks: string | undefined
  send(): Promise<void>
}

/** A message for an assistant, or the text of a graph's one field; nothing of it is lost on its way. */
export function useMessage(options: MessageOptions): Draft {
  const { session, snapshot, draftKey, goes, field, onSend } = options
  const { text, setText, keepWhile } = useDraft(draftKey)
  const files = useAttachments()
  const history = useSentHistory(session, text, setText)
  useReturnedText(snapshot, field, text, setText)
  useLostWords(snapshot, text, setText)

  const words = text.trim()
  const isEmpty = words === '' && files.list.length === 0
  const refusal = useContext(RefusedActions)
  const lacks = isEmpty
    ? 'Write a message first'
    : field && files.list.length > 0
      ? `This graph takes a text, “${field.label}”, and no files: take them away first`
      : undefined
  const canSend = !refusal && !lacks && snapshot.opening !== 'failed'
  const [isDue, setIsDue] = useState(false)
  // Written on another page, for a thread that begins with it.
  useEffect(() => {
    if (takeDue(draftKey)) setIsDue(true)
  }, [draftKey])
  const early = useEarlyMessage(async ({ text, isSent, pasted }) => {
    setText(text)
    await Promise.all(pasted.map((one) => takePasted(files, one).isDone))
    if (isSent) setIsDue(true)
  })
  const send = async () => {
    if (!canSend || goes === 'never') return
    if (goes === 'later') return setIsDue(true)
    const sent = files.list
    setText('')
    files.replace(() => [])
    history.reset()
    const message = sent.length > 0 ? { parts: contentWith(words, sent) } : { text: words }
    const work = field ? { input: { [field.name]: words } } : message
    const result = await keepWhile(text, onSend(work))
    if (result.ok) return
    // Whatever was typed meanwhile stays, behind what did not get through.
    setText((typed) => (typed ? `${text}\n${typed}` : text))
    files.replace((added) => [...sent, ...added])
  }
  const sendNow = useRef(send)
  sendNow.current = send
  // Sent before it was known to whom, or as what.
  useEffect(() => {
    if (!isDue || goes === 'later') return
    setIsDue(false)
    void sendNow.current()
  }, [isDue, goes])
  return {
    text,
    setText,
    files,
    history,
    early,
    isDue,
    lacks: canSend ? undefined : (lacks ?? 'Write a message first'),
    send,
  }
}

/**
 * The text of the box, kept per thread; a new thread takes its draft along when it gets its id. What is on its
 * way to the server is kept as well until the answer is there: a page that is left before brings it back.
 */
function useDraft(key: string) {
  const [text, setText] = useState(() => readDraft(key))
  const [leaving, setLeaving] = useState<readonly string[]>([])
  const known = useRef(key)
  useEffect(() => {
    if (known.current !== key) {
      const there = readDraft(key)
      moveDrafts(known.current, key)
      known.current = key
      // What was begun there before stays, behind this one.
      if (there !== '' && there !== text) return setText(text === '' ? there : `${text}\n${there}`)
    }
    writeDraft(key, [...leaving, text].filter((part) => part !== '').join('\n'))
  }, [key, text, leaving])
  const keepWhile = async <Result>(sent: string, sending: Promise<Result>): Promise<Result> => {
    setLeaving((before) => [...before, sent])
    try {
      return await sending
    } finally {
      setLeaving((before) => before.toSpliced(before.indexOf(sent), 1))
    }
  }
  return { text, setText, keepWhile }
}

/** A roll-back gives the text of the message back, or that of the field. */
function useReturnedText(
  { returned }: Pick<SessionSnapshot, 'returned'>,
  field: SchemaField | null,
  text: string,
  setText: (text: string) => void,
): void {
  const seen = useRef(returned?.serial ?? 0)
  useEffect(() => {
    if (!returned || returned.serial === seen.current) return
    seen.current = returned.serial
    const words = returned.text || (field ? textsOfInput([field], returned.input)[field.name] : '')
    if (!words) return
    // What was typed meanwhile stays, behind it.
    setText(text.trim() === '' ? words : `${words}\n${text}`)
  }, [returned, field, text, setText])
}

/** Words in the forms of messages and questions that were deleted with their thread. */
function useLostWords(
  { lost }: Pick<SessionSnapshot, 'lost'>,
  text: string,
  setText: (text: string) => void,
): void {
  const seen = useRef(lost)
  useEffect(() => {
    if (lost === seen.current) return
    seen.current = lost
    const words = lost.flatMap(takeLostWords)
    if (words.length > 0) setText([text, ...words].filter((part) => part.trim() !== '').join('\n'))
  }, [lost, text, setText])
}
