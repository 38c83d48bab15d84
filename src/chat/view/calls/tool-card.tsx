import { ChevronDown, Wrench } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../../../ui/cx.ts'
import { JsonView } from '../../../ui/page/json-view.tsx'
import type { ShownMessage } from '../../conversation/conversation-types.ts'
import { argsSummary, resultValue } from '../../conversation/parts/tool-calls.ts'
import type { TurnCall } from '../../conversation/parts/turn-calls.ts'
import { wordsOf } from '../../find/find-in-turns.ts'
import { useFold } from '../use-fold.ts'
import { CallState } from './call-state.tsx'

type ToolCardProps = Pick<TurnCall, 'call' | 'result' | 'calledAt' | 'runs'> & {
  /** A press unfolded it. */
  onOpened?: (() => void) | undefined
}

/** One tool call: its name and arguments in a line, all of it and the result when unfolded. */
export function ToolCard({ call, result, calledAt, runs, onOpened }: ToolCardProps) {
  const { isOpen, setOpen } = useFold(wordsOf.args(call.key), wordsOf.result(call.key))
  const body = useId()
  return (
    <div className="mt-1 mb-3 rounded-md border text-md leading-[23px]">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={body}
        onClick={() => {
          setOpen(!isOpen)
          if (!isOpen) onOpened?.()
        }}
        className="flex w-full cursor-pointer items-center gap-2 rounded-md px-3 py-2 text-left hover:bg-bg"
      >
        <Wrench aria-hidden size={14} strokeWidth={1.8} className="flex-none" />
        {/* The spaces are for those who hear the name of the button. */}
        <span data-words={wordsOf.name(call.key)} className="mono min-w-0 [overflow-wrap:anywhere]">
          {call.name}
        </span>{' '}
        <span className="min-w-0 flex-1 truncate text-ink-2 text-sm">{argsSummary(call.args)}</span>{' '}
        <CallState call={call} result={result} calledAt={calledAt} runs={runs} />
        <ChevronDown
          aria-hidden
          size={14}
          strokeWidth={1.8}
          className={cx('flex-none transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && (
        <div id={body} className="grid gap-2.5 border-t px-3 py-2.5">
          <Part title="Arguments">
            <FoundJson
              words={wordsOf.args(call.key)}
              value={call.args}
              label={`arguments of ${call.name}`}
              openDepth={2}
            />
          </Part>
          {result && (
            <Part title="Result">
              <Result message={result} name={call.name} words={wordsOf.result(call.key)} />
            </Part>
          )}
        </div>
      )}
    </div>
  )
}

/** A result whose call is not in the conversation. */
export function LooseResult({ message }: { message: ShownMessage }) {
  const name = message.message.name ?? 'tool'
  return (
    <div className="mt-1 mb-3 rounded-md border px-3 py-2.5 text-md leading-5">
      <div className="mb-2 flex items-center gap-2">
        <Wrench aria-hidden size={14} strokeWidth={1.8} />
        <span className="mono min-w-0 [overflow-wrap:anywhere]">{name}</span>
        <span className="text-ink-2 text-sm">result without its call</span>
      </div>
      <Result message={message} name={name} words={wordsOf.result(message.key)} />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <div className="mb-1 text-ink-3 text-sm">{title}</div>
      {children}
    </div>
  )
}

type ResultProps = { message: ShownMessage; name: string; words: string }

function Result({ message, name, words }: ResultProps) {
  const value = resultValue(message.message.content)
  if (typeof value !== 'string') {
    return <FoundJson words={words} value={value} label={`result of ${name}`} openDepth={1} />
  }
  return (
    <pre
      data-words={words}
      className="mono max-h-80 overflow-auto whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 text-ink-2 leading-[19px] [overflow-wrap:anywhere]"
    >
      {value}
    </pre>
  )
}

type FoundJsonProps = { words: string; value: unknown; label: string; openDepth: number }

/** Written out once a search has come to it: what it found may stand deep within, or far down. */
function FoundJson({ words, ...rest }: FoundJsonProps) {
  const { isOpen } = useFold(words)
  return (
    <div data-words={words}>
      <JsonView {...rest} isWrittenOut={isOpen} />
    </div>
  )
}
