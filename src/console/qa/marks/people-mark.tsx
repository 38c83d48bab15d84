import { UserRound } from 'lucide-react'
import { type Marked, markedWords } from '../../../contract/qa/marked-words.ts'
import { cx } from '../../../ui/cx.ts'

/** What people said of a case on one target, beside what its checks did; nothing where nobody said anything. */
export function PeopleMark({ marked }: { marked: Marked }) {
  const words = markedWords(marked).join(', ')
  if (!marked || words === '') return null
  const { passed, failed, otherwise = 0 } = marked
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className="inline-flex flex-none items-center gap-[3px] text-sm tabular-nums"
    >
      <UserRound aria-hidden size={12} strokeWidth={1.8} className="text-ink-3" />
      <Signed sign="✓" count={passed} className="text-ok" />
      <Signed sign="✗" count={failed} className="text-bad" />
      <Signed sign="?" count={otherwise} className="text-ink-2" />
    </span>
  )
}

type SignedProps = { sign: string; count: number; className: string }

/** A sign, with its number where that is more than one. */
function Signed({ sign, count, className }: SignedProps) {
  if (count === 0) return null
  return (
    <span aria-hidden className={cx('whitespace-nowrap', className)}>
      {sign}
      {count > 1 && count}
    </span>
  )
}
