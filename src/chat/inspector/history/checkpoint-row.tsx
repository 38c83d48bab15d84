import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatClockTime } from '../../../ui/format/format-time.ts'
import type { CheckpointEntry } from '../../checkpoints/checkpoint-entry.ts'
import { checkpointTitle } from './checkpoint-title.ts'

type CheckpointRowProps = {
  entry: CheckpointEntry
  parent: CheckpointEntry | undefined
  /** The conversation shows the thread at it. */
  isShown: boolean
  isOpen: boolean
  isCompared: boolean
  onToggle: () => void
  onCompare: () => void
  /** What unfolds below it. */
  children: ReactNode
}

/** One checkpoint in a line; unfolds. */
export function CheckpointRow(props: CheckpointRowProps) {
  const { entry, parent, isShown, isOpen, isCompared, onToggle, onCompare, children } = props
  const title = checkpointTitle(entry, parent)
  const state = stateWord(entry)
  return (
    <li className="border-b last:border-b-0">
      <div className="flex min-h-[30px] items-center gap-1.5">
        <Checkbox
          label={`Compare “${title}”, step ${entry.step ?? '?'}`}
          isLabelHidden
          checked={isCompared}
          onChange={onCompare}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-current={isShown ? 'step' : undefined}
          onClick={onToggle}
          className="flex min-h-[30px] min-w-0 grow cursor-pointer items-center gap-2 rounded-sm text-left hover:bg-bg"
        >
          <ChevronRight
            aria-hidden
            size={12}
            strokeWidth={1.8}
            className={cx('flex-none transition-transform', isOpen && 'rotate-90')}
          />
          <span className={cx('mono min-w-0 grow truncate', isShown && 'font-semibold')}>
            {title}
          </span>
          {state && <span className={cx('flex-none text-sm', state.className)}>{state.word}</span>}
          {isShown && <span className="flex-none text-accent text-sm">shown</span>}
          <span className="flex-none text-ink-3 text-sm tabular-nums">
            {entry.created_at ? formatClockTime(Date.parse(entry.created_at)) : ''}
          </span>
        </button>
      </div>
      {isOpen && <div className="pb-3 pl-1.5">{children}</div>}
    </li>
  )
}

function stateWord({ tasks }: CheckpointEntry) {
  if (tasks.some((task) => task.error !== null)) return { word: 'failed', className: 'text-bad' }
  if (tasks.some((task) => task.isPaused)) return { word: 'asks', className: 'text-warn' }
  return null
}
