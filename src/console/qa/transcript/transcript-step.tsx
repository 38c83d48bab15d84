import { Check, CircleDot, X } from 'lucide-react'
import { Markdown } from '../../../chat/markdown/markdown.tsx'
import type { TranscriptStep } from '../../../contract/qa/attempts.ts'
import { cx } from '../../../ui/cx.ts'
import { ComponentStep } from './component-step.tsx'
import { InterruptStep } from './interrupt-step.tsx'
import { ToolStep } from './tool-step.tsx'
import type { ComponentSource } from './use-component-source.ts'

type TranscriptStepViewProps = { step: TranscriptStep; source: ComponentSource }

/** One line of what was said and done. It fills the width that it is given. */
export function TranscriptStepView({ step, source }: TranscriptStepViewProps) {
  switch (step.step) {
    case 'user':
      return <SaidByUser text={step.text} />
    case 'answer':
      return (
        <div className="text-base leading-[23px]">
          <span className="sr-only">Answer: </span>
          <Markdown text={step.text} />
        </div>
      )
    case 'tool':
      return <ToolStep call={step.call} />
    case 'interrupt':
      return <InterruptStep value={step.value} answered={step.answered ?? null} />
    case 'component':
      return <ComponentStep name={step.name} props={step.props} source={source} />
    case 'event':
      return <EventStep text={step.text} passed={step.passed ?? null} />
  }
}

/** What the user of a case said. */
export function SaidByUser({ text }: { text: string }) {
  return (
    <div
      dir="auto"
      className="whitespace-pre-wrap rounded-lg bg-sunken px-3.5 py-[9px] text-base leading-[22px] [overflow-wrap:anywhere] print:border"
    >
      <span className="sr-only">User: </span>
      {text}
    </div>
  )
}

/** What happened to a run: a cancel, a dropped connection, a second message. */
function EventStep({ text, passed }: { text: string; passed: boolean | null }) {
  const Icon = passed === null ? CircleDot : passed ? Check : X
  return (
    <div
      className={cx(
        'flex gap-2 border-l-2 py-0.5 pl-3 text-sm leading-[18px]',
        passed === false ? 'border-bad text-bad' : 'border-line-strong text-ink-2',
      )}
    >
      <Icon
        aria-hidden
        size={14}
        strokeWidth={1.8}
        className={cx('mt-0.5 flex-none', passed === true && 'text-ok')}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {passed === false && <span className="sr-only">Did not hold: </span>}
        {text}
      </span>
    </div>
  )
}
