import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/page/note.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { outcomeLooks } from '../conversation/runs/outcome-looks.ts'
import type { RunMark } from '../run-marks.ts'

type RunEndProps = {
  mark: RunMark
  /** Text was streamed that the thread did not keep. */
  hasCut: boolean
  onRetry?: (() => void) | undefined
}

/** How a turn's run ended, where that was not simply well. */
export function RunEnd({ mark, hasCut, onRetry }: RunEndProps) {
  const cut = hasCut ? ' The last part was cut off: the thread does not hold it.' : ''
  switch (mark.outcome) {
    case 'stopped':
    case 'interrupted': {
      const why =
        mark.outcome === 'stopped' ? '' : 'It was stopped, or its question was left unanswered. '
      return (
        <Line
          status={outcomeLooks[mark.outcome].words}
          words={`${why}What was done before is kept.${cut}`}
          action={onRetry && <Again onClick={onRetry}>Go on from here</Again>}
        />
      )
    }
    case 'failed':
    case 'timed_out':
      return (
        <div className="my-2 text-md leading-5">
          <Note
            tone="bad"
            title={mark.outcome === 'failed' ? 'The run failed' : 'The run took too long'}
            action={onRetry && <Again onClick={onRetry}>Try again</Again>}
          >
            {mark.failure ?? 'The server gave no reason.'}
            {cut}
          </Note>
        </div>
      )
    case 'other':
      return (
        <Line
          status={mark.status ?? 'unknown'}
          words={`The server ended the run with this status.${cut}`}
        />
      )
    default:
      return null
  }
}

function Line({ status, words, action }: { status: string; words: string; action?: ReactNode }) {
  return (
    <div className="my-2 flex flex-wrap items-center gap-2 text-ink-2 text-sm leading-5">
      <StatusPill tone="idle" isCompact>
        {status}
      </StatusPill>
      <span>{words}</span>
      {action}
    </div>
  )
}

function Again({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button acts size="sm" onClick={onClick}>
      {children}
    </Button>
  )
}
