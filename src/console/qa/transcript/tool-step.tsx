import { Check, ChevronDown, Wrench } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { argsSummary, resultValue } from '../../../chat/conversation/parts/tool-calls.ts'
import type { TranscriptStep } from '../../../contract/qa/attempts.ts'
import { cx } from '../../../ui/cx.ts'
import { JsonView } from '../../../ui/page/json-view.tsx'

type ToolStepProps = { call: Extract<TranscriptStep, { step: 'tool' }>['call'] }

/** A tool that was called: its name, arguments and result in a line; all of them when unfolded. */
export function ToolStep({ call }: ToolStepProps) {
  const [isOpen, setIsOpen] = useState(false)
  const body = useId()
  const result = call.result ?? null
  return (
    <div className="rounded-md border text-md leading-[21px]">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? body : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full cursor-pointer items-center gap-2 rounded-md px-3 py-2 text-left hover:bg-bg"
      >
        <Wrench aria-hidden size={14} strokeWidth={1.8} className="flex-none" />
        {/* The blanks are for those who hear the name of the button. */}
        <span className="mono min-w-0 [overflow-wrap:anywhere]">{call.name}</span>{' '}
        <span className="min-w-0 flex-1 truncate text-ink-2 text-sm">{argsSummary(call.args)}</span>{' '}
        {result === null ? (
          <span className="flex-none text-sm text-warn">no result</span>
        ) : (
          <span className="flex min-w-0 max-w-[40%] items-center gap-1 text-ok text-sm">
            <Check aria-hidden size={13} strokeWidth={1.8} className="flex-none" />
            <span className="truncate">{inWords(result)}</span>
          </span>
        )}
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
            <JsonView value={call.args} label={`arguments of ${call.name}`} openDepth={2} />
          </Part>
          {result !== null && (
            <Part title="Result">
              <Result text={result} name={call.name} />
            </Part>
          )}
        </div>
      )}
    </div>
  )
}

const longestInLine = 40

/** A result that fits beside the name of its tool; else that there is one. */
function inWords(result: string): string {
  const text = result.trim()
  return text !== '' && text.length <= longestInLine && !text.includes('\n') ? text : 'result'
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="mb-1 text-ink-3 text-sm">{title}</div>
      {children}
    </div>
  )
}

function Result({ text, name }: { text: string; name: string }) {
  const value = resultValue(text)
  if (typeof value !== 'string') return <JsonView value={value} label={`result of ${name}`} />
  return (
    <pre className="mono max-h-80 overflow-auto whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 text-ink-2 leading-[19px] [overflow-wrap:anywhere]">
      {value}
    </pre>
  )
}
