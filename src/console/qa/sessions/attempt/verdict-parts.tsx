import type { VerdictChange } from '../../../../contract/qa/verdict-history.ts'

type VerdictPartsProps = {
  parts: VerdictChange['parts']
  /** Says what each was before, too. */
  isChange?: boolean
}

/** What a verdict says, a line for each part of it. */
export function VerdictParts({ parts, isChange = false }: VerdictPartsProps) {
  return (
    <ul className="min-w-0">
      {parts.map(({ what, before, after }) => (
        <li key={what} className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          <span className="text-ink-2">{what}: </span>
          {after ?? 'taken back'}
          {isChange && before !== null && <span className="text-ink-2"> (was {before})</span>}
        </li>
      ))}
    </ul>
  )
}
