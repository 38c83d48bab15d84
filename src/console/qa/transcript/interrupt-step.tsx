import { CircleAlert } from 'lucide-react'
import { argsSummary } from '../../../chat/conversation/parts/tool-calls.ts'
import {
  type ActionQuestion,
  actionRequest,
} from '../../../contract/agent-server/action-request.ts'
import { JsonView } from '../../../ui/page/json-view.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'

type InterruptStepProps = {
  value: unknown
  /** What the case answered; null while it waits. */
  answered: string | null
}

/** What a run asked before it went on, and what the case answered. */
export function InterruptStep({ value, answered }: InterruptStepProps) {
  const questions = actionRequest(value)?.questions ?? []
  return (
    <div className="rounded-md border px-3 py-2.5 text-md leading-5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <CircleAlert aria-hidden size={14} strokeWidth={1.8} className="flex-none text-warn" />
        <span className="font-strong">Interrupt</span>
        {questions.map(({ action }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no identity but their place
          <span key={index} className="mono min-w-0 [overflow-wrap:anywhere]">
            {action}
          </span>
        ))}
        <span className="grow" />
        <StatusPill tone={answered === null ? 'warn' : 'idle'} isCompact hasDot={false}>
          {answered === null ? 'waits' : <Answer words={answered} />}
        </StatusPill>
      </div>
      {questions.length > 0 ? (
        questions.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Asked key={index} question={question} />
        ))
      ) : typeof value === 'string' ? (
        <p className="mt-1.5 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">{value}</p>
      ) : (
        <div className="mt-2">
          <JsonView value={value} label="value of the interrupt" />
        </div>
      )}
    </div>
  )
}

function Answer({ words }: { words: string }) {
  return (
    <span className="max-w-60 truncate" title={words}>
      The case answered: {words}
    </span>
  )
}

function Asked({ question }: { question: ActionQuestion }) {
  const words = question.description || argsSummary(question.args)
  return words === '' ? null : (
    <p className="mt-1.5 pl-[22px] text-ink-2 text-sm [overflow-wrap:anywhere]">{words}</p>
  )
}
