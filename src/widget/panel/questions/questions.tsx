import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { Markdown } from '../../../chat/markdown/markdown.tsx'
import type { SessionSnapshot, Work } from '../../../chat/session/session-types.ts'
import { type ActionAnswer, actionRequest } from '../../../contract/agent-server/action-request.ts'
import {
  answerSchema,
  besideForm,
  resumeValue,
} from '../../../contract/agent-server/interrupt-shape.ts'
import type { Interrupt } from '../../../contract/agent-server/threads.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { PanelHost } from '../../panel-host.ts'
import type { Texts } from '../texts/en.ts'
import { focusedBeside, useFocusHandedOn } from '../use-focus-handed-on.ts'
import { answersTo, givenFor, useKeptText } from '../use-kept-text.ts'

type QuestionsProps = {
  host: PanelHost
  texts: Texts
  snapshot: SessionSnapshot
  /** Answers whether it got through; it says why not where that stays, since no question is shown while one is answered. */
  onSubmit: (work: Work) => Promise<boolean>
  /** Takes the focus where what had it is gone. */
  onFocusLost: () => void
}

/** Every question that the answer waits with. */
export function Questions(props: QuestionsProps) {
  const { host, texts, snapshot, onSubmit, onFocusLost } = props
  const { thread_id, conversation } = snapshot
  const { interrupts } = conversation
  const names = answersTo(thread_id, interrupts)
  return interrupts.map((interrupt, index) => (
    <Question
      key={interrupt.id ?? index}
      host={host}
      texts={texts}
      interrupt={interrupt}
      keptAs={names[index] ?? ''}
      onFocusLost={onFocusLost}
      onAnswer={(answer) => {
        const resume = resumeValue(interrupt, interrupts, answer)
        return onSubmit({ command: { resume } })
      }}
    />
  ))
}

type QuestionProps = {
  host: PanelHost
  texts: Texts
  interrupt: Interrupt
  /** What is written in answer is kept by that name. */
  keptAs: string
  onFocusLost: () => void
  /** Answers whether it got through. */
  onAnswer: (answer: unknown) => Promise<boolean>
}

const button =
  'h-8 cursor-pointer rounded-control border border-line-strong px-3.5 font-medium hover:bg-sunken disabled:opacity-50'

/** So many characters may have more lines than are shown at once. */
const longArgument = 300

function Question({ host, texts, interrupt, keptAs, onFocusLost, onAnswer }: QuestionProps) {
  const request = actionRequest(interrupt.value)
  // Of several actions one is asked about after the other; the answers go together.
  const [given, setGiven] = useGiven(host, keptAs)
  const place = useFocusHandedOn(onFocusLost)
  useFocusOnNext(place, given.length)
  const last = (request?.questions.length ?? 1) - 1
  const question = request?.questions[Math.min(given.length, last)]
  const [text, setText] = useKeptText(host, keptAs)
  const [isSending, setIsSending] = useState(false)
  const heading = useId()
  const form = useAnswerForm(question ? null : answerSchema(interrupt))
  const answer = async (value: unknown) => {
    // A button that cannot be pressed any more keeps no focus.
    const isByButton = place.current && focusedBeside(place.current)?.tagName === 'BUTTON'
    if (isByButton) place.current?.focus({ preventScroll: true })
    setIsSending(true)
    const isSent = await onAnswer(value)
    setIsSending(false)
    if (!isSent) return false
    setText('')
    setGiven([])
    return true
  }
  const act = (value: ActionAnswer, event?: MouseEvent) => {
    // The second click of two is one on what has only just appeared.
    if (event && event.detail > 1) return
    const before = given.slice(0, last)
    if (before.length < last) {
      setText('')
      setGiven([...before, value])
      return
    }
    void answer(request?.resume([...before, value]))
  }
  const { words, rest } = question
    ? { words: question.description || question.action, rest: question.args }
    : askedIn(interrupt.value, form !== null)
  // Words decide nothing: where they could only say why it is rejected, there is no box for them.
  const canWrite = question ? question.may.respond && question.wordsAre === 'answer' : form === null
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby={heading}
      className="rounded-md border border-line bg-warn-soft px-3.5 py-3"
    >
      <h3 id={heading} className="font-semibold text-md">
        {question ? texts.needsApproval : texts.needsAnswer}
        {last > 0 && ` (${Math.min(given.length, last) + 1}/${last + 1})`}
      </h3>
      <div className="mt-1">
        <Markdown text={words} />
      </div>
      <Arguments args={rest} />
      {question && (
        <div className="mt-2.5 flex flex-wrap gap-2">
          {question.may.accept && (
            <button
              type="button"
              disabled={isSending}
              className={`${button} border-accent bg-accent text-accent-ink hover:bg-accent`}
              onClick={(event) => act({ type: 'accept' }, event)}
            >
              {texts.approve}
            </button>
          )}
          {question.may.ignore && (
            <button
              type="button"
              disabled={isSending}
              className={button}
              onClick={(event) => act({ type: 'ignore' }, event)}
            >
              {texts.reject}
            </button>
          )}
          {given.length > 0 && (
            <button
              type="button"
              disabled={isSending}
              className={button}
              onClick={() => setGiven(given.slice(0, -1))}
            >
              {texts.back}
            </button>
          )}
        </div>
      )}
      {form && (
        <form.AnswerForm
          fields={form.fields}
          {...{ host, texts, keptAs, isSending }}
          onSend={answer}
        />
      )}
      {canWrite && (
        <WordsForm
          {...{ texts, text, setText, isSending }}
          onSend={(words) => {
            if (question) act({ type: 'response', text: words })
            else void answer(words)
          }}
        />
      )}
    </section>
  )
}

type WordsFormProps = {
  texts: Texts
  text: string
  setText: (text: string) => void
  isSending: boolean
  onSend: (words: string) => void
}

/** An answer in words. */
function WordsForm({ texts, text, setText, isSending, onSend }: WordsFormProps) {
  return (
    <form
      className="mt-2.5 flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSend(text.trim())
      }}
    >
      <input
        value={text}
        aria-label={texts.answer}
        placeholder={texts.answer}
        onChange={(event) => setText(event.target.value)}
        className="h-8 min-w-0 grow rounded-control border border-line-strong bg-surface px-2.5 text-[16px] sm:text-md"
      />
      <button type="submit" disabled={isSending || text.trim() === ''} className={button}>
        {texts.send}
      </button>
    </form>
  )
}

type FormCode = typeof import('./answer-form.tsx')

/**
 * The form that a schema of the answer makes: undefined while its code, which few questions need, is on its way, null
 * where there is none or the schema asks for more than a plain form can hold.
 */
function useAnswerForm(schema: unknown) {
  const [code, setCode] = useState<FormCode | null>()
  const isAsked = schema !== null
  useEffect(() => {
    if (isAsked) import('./answer-form.tsx').then(setCode, () => setCode(null))
  }, [isAsked])
  if (!isAsked || code === null) return null
  if (code === undefined) return undefined
  const fields = code.flatFields(schema)
  return fields && { fields, AnswerForm: code.AnswerForm }
}

/** The answers about the first of several actions: they outlast a reload as what is written does, until they are sent. */
function useGiven(host: PanelHost, keptAs: string) {
  const [kept, keep] = useKeptText(host, givenFor(keptAs))
  const given = kept === '' ? [] : (parseJson(kept) as readonly ActionAnswer[])
  const setGiven = (next: readonly ActionAnswer[]) => keep(next.length > 0 ? writeJson(next) : '')
  return [given, setGiven] as const
}

/** With each action that is asked about next the focus is on the question, and no longer on a button of the one before. */
function useFocusOnNext(place: React.RefObject<HTMLElement | null>, count: number): void {
  const shown = useRef(count)
  useEffect(() => {
    if (shown.current === count) return
    shown.current = count
    const here = place.current
    if (here?.contains(focusedBeside(here))) here.focus({ preventScroll: true })
  }, [place, count])
}

/** What is to be done, as a plain list. */
function Arguments({ args }: { args: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(args)
  if (entries.length === 0) return null
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name.replace(/[_-]+/g, ' ')}</dt>
          <dd className="min-w-0">
            <ArgumentText text={readable(value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A value in words: what holds texts of several lines has a line for each field and item, and theirs below it. */
function readable(value: unknown): string {
  if (typeof value === 'string') return value
  const written = writeJson(value)
  if (typeof value !== 'object' || value === null || !/\\[nr]/.test(written)) return written
  return Object.entries(value)
    .map(([name, item]) => {
      const words = readable(item).replace(/\r\n?|\n/g, '\n  ')
      return Array.isArray(value) ? `– ${words}` : `${name}: ${words}`
    })
    .join('\n')
}

/** As many lines as it has; a long one scrolls in its place. */
function ArgumentText({ text }: { text: string }) {
  return (
    <div
      className="max-h-40 overflow-auto whitespace-pre-wrap [overflow-wrap:anywhere]"
      {...(text.length > longArgument && { tabIndex: 0 })}
    >
      {text}
    </div>
  )
}

/**
 * A question's words, a text or the field of an object that usually holds it, and what else it tells. Where a form says
 * what is to be answered, its schema tells nothing more.
 */
function askedIn(
  value: unknown,
  hasForm: boolean,
): { words: string; rest: Readonly<Record<string, unknown>> } {
  const told = hasForm ? besideForm(value) : value
  if (typeof told === 'string') return { words: told, rest: {} }
  const fields = Object(told) as Record<string, unknown>
  const name = ['question', 'message', 'text', 'prompt'].find(
    (one) => typeof fields[one] === 'string',
  )
  if (name === undefined && !hasForm) return { words: writeJson(told, 2), rest: {} }
  const others = Object.entries(fields).filter(
    ([one, part]) => ![name, 'id', 'type'].includes(one) && part != null,
  )
  return { words: name ? String(fields[name]) : '', rest: Object.fromEntries(others) }
}
