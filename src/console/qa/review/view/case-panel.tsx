import type { ReactNode } from 'react'
import type { Review } from '../judging/use-review.ts'
import { LookEarly } from './look-early.tsx'
import { MachineChecks } from './machine-checks.tsx'
import { type Field, VerdictWords } from './verdict-words.tsx'

type CasePanelProps = {
  review: Review
  sessionId: string
  note: Field
  correction: Field
  /** What stands in the panel where there is room. */
  children: ReactNode
}

/** What the case asks for, what a machine found, and what is said of it in words. */
export function CasePanel({ review, sessionId, note, correction, children }: CasePanelProps) {
  const { item } = review
  return (
    <section
      aria-label="The case and your words"
      className="flex flex-col gap-[18px] bg-bg px-3.5 py-4 max-[1099px]:border-t min-[1100px]:overflow-y-auto min-[1100px]:border-l min-[1100px]:px-[18px]"
    >
      <section>
        <h2 className="mb-1.5 font-semibold text-ink-2 text-sm">Expected</h2>
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {item.expected || <span className="text-ink-3">The case says nothing about it.</span>}
        </p>
      </section>
      <MachineChecks sides={item.sides} />
      <VerdictWords review={review} note={note} correction={correction} />
      {children}
      <span className="grow" />
      {item.is_blind && <LookEarly sessionId={sessionId} />}
    </section>
  )
}
