import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type StepState = 'done' | 'now' | 'pending' | 'failed'

type StepsProps = {
  label: string
  steps: readonly { id: string; label: string; state: StepState; detail?: ReactNode }[]
}

const dots: Record<StepState, string> = {
  done: 'border-ok bg-ok text-surface',
  now: 'border-run bg-surface ring-4 ring-run-soft',
  pending: 'border-line-strong bg-surface',
  failed: 'border-bad bg-bad text-surface',
}
const lines: Record<StepState, string> = {
  done: 'bg-ok',
  now: 'bg-linear-to-b @[560px]:bg-linear-to-r from-run to-line',
  pending: 'bg-line',
  failed: 'bg-line',
}
const words: Record<StepState, string> = {
  done: 'done',
  now: 'in progress',
  pending: 'not started',
  failed: 'failed',
}

/** The steps of something that goes on, in order; below each other where there is little room. */
export function Steps({ label, steps }: StepsProps) {
  return (
    <div className="@container">
      <ol aria-label={label} className="flex flex-col @[560px]:flex-row">
        {steps.map((step, index) => (
          <li
            key={step.id}
            aria-current={step.state === 'now' ? 'step' : undefined}
            className="relative min-w-0 flex-1 basis-0 pb-3 pl-7 last:pb-0 @[560px]:pt-[22px] @[560px]:pr-2 @[560px]:pb-0 @[560px]:pl-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={cx(
                  'absolute top-0.5 bottom-[-2px] left-[7px] w-0.5 @[560px]:inset-x-0 @[560px]:top-[7px] @[560px]:bottom-auto @[560px]:h-0.5 @[560px]:w-auto',
                  lines[step.state],
                )}
              />
            )}
            <span
              aria-hidden
              className={cx(
                'absolute top-0.5 left-0 grid size-4 place-items-center rounded-full border-2 @[560px]:top-0',
                dots[step.state],
              )}
            >
              {step.state === 'done' && <Check size={10} strokeWidth={3} />}
              {step.state === 'failed' && <X size={10} strokeWidth={3} />}
            </span>
            <span
              className={cx(
                'block font-strong break-words',
                step.state === 'pending' && 'text-ink-3',
              )}
            >
              {step.label}
              <span className="sr-only">, {words[step.state]}</span>
            </span>
            {step.detail && (
              <span
                className={cx(
                  'block text-sm tabular-nums break-words',
                  step.state === 'now' && 'text-run',
                  step.state === 'failed' && 'text-bad',
                  (step.state === 'done' || step.state === 'pending') && 'text-ink-3',
                )}
              >
                {step.detail}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
