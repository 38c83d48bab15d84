import { Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TranscriptStep } from '../../../../contract/qa/attempts.ts'

/** Where the other side has something and this one has not. */
export function Hole({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-full items-center gap-2 rounded-md border border-line-strong border-dashed px-3 py-2 text-ink-2 text-sm leading-[18px]">
      <Minus aria-hidden size={14} strokeWidth={1.8} className="flex-none" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </div>
  )
}

/** What is missing where the other side has these steps, each kind said once. */
export function missingWords(others: readonly TranscriptStep[]): string {
  return [...new Set(others.map(missingWord))].join(' ')
}

function missingWord(other: TranscriptStep): string {
  switch (other.step) {
    case 'tool':
      return `${other.call.name} was not called here.`
    case 'interrupt':
      return other.answered
        ? `No interrupt on this side. The case had the answer “${other.answered}” ready; it was not asked.`
        : 'No interrupt on this side.'
    case 'answer':
      return 'Nothing was said here.'
    case 'component':
      return `The component ${other.name} was not said here.`
    case 'event':
      return 'This did not happen on this side.'
    case 'user':
      return 'The user did not say this here.'
  }
}
