import { Hand } from 'lucide-react'
import { useId, useState } from 'react'
import { actionRequest } from '../../contract/agent-server/action-request.ts'
import { answerSchema } from '../../contract/agent-server/interrupt-shape.ts'
import type { Interrupt } from '../../contract/agent-server/threads.ts'
import { ActionSteps } from './action-steps.tsx'
import { OpenQuestion } from './open-question.tsx'

type InterruptCardProps = {
  interrupt: Interrupt
  /** Which of several questions it is: “1 of 2”; absent for the only one. */
  place?: string | undefined
  /** Sends the answer; rejects with a sentence when it did not get through. */
  onAnswer: (answer: unknown) => Promise<void>
}

/** A question that the run waits with. Known shapes get buttons, every shape can be answered as JSON. */
export function InterruptCard({ interrupt, place, onAnswer }: InterruptCardProps) {
  const request = actionRequest(interrupt.value)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const draftOf = (mode: string) => (interrupt.id ? `answer.${interrupt.id}.${mode}` : null)
  const answer = async (value: unknown) => {
    setIsSending(true)
    setProblem(null)
    try {
      await onAnswer(value)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The answer did not get through.')
    } finally {
      setIsSending(false)
    }
  }
  const heading = useId()
  const [only, ...more] = request?.questions ?? []
  return (
    <section
      aria-labelledby={heading}
      className="mt-1 mb-3 rounded-md border border-warn/40 bg-warn-soft/40 px-3.5 py-3 text-md leading-5"
    >
      <h3 id={heading} className="flex flex-wrap items-center gap-x-2 font-semibold">
        <Hand aria-hidden size={14} strokeWidth={1.8} className="text-warn" />
        {!only ? (
          'Needs your answer'
        ) : more.length > 0 ? (
          `Needs your approval: ${more.length + 1} actions`
        ) : (
          <>
            Needs your approval: <span className="mono font-normal">{only.action}</span>
          </>
        )}
        {place && <span className="font-normal text-ink-2">{place}</span>}
      </h3>
      {request ? (
        <ActionSteps request={request} draftOf={draftOf} isSending={isSending} send={answer} />
      ) : (
        <OpenQuestion
          value={interrupt.value}
          schema={answerSchema(interrupt)}
          draftOf={draftOf}
          isSending={isSending}
          send={answer}
        />
      )}
      {problem && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {problem}
        </p>
      )}
    </section>
  )
}
