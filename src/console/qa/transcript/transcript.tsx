import type { TranscriptStep } from '../../../contract/qa/attempts.ts'
import { TranscriptStepView } from './transcript-step.tsx'
import type { ComponentSource } from './use-component-source.ts'

type TranscriptProps = { steps: readonly TranscriptStep[]; source: ComponentSource }

/** What was said and done in an attempt, in order. */
export function Transcript({ steps, source }: TranscriptProps) {
  return (
    <ol aria-label="Transcript" className="flex flex-col gap-3">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
        <li key={index} className="min-w-0">
          <TranscriptStepView step={step} source={source} />
        </li>
      ))}
    </ol>
  )
}
