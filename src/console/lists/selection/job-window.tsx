import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../../ui/overlay/dialog.tsx'
import { StatusPill, type Tone } from '../../../ui/page/status-pill.tsx'

/** What became of one. */
export interface JobLine {
  key: string
  /** Before its title, as a short id. */
  mark?: ReactNode
  title: string | null
  tone: Tone
  words: string
  reason?: string | undefined
}

type JobWindowProps = {
  title: string
  progress: { isDone: boolean; total: number; ended: number }
  /** How far it is, read out as it goes on. */
  status: string
  /** What is wrong with all of it. */
  fault?: ReactNode
  lines: readonly JobLine[]
  /** Asks again for what failed, once it is done. */
  retry?: { label: string; onClick: () => void }
  onClose: () => void
}

/** How far something is that is done to many, and what became of each. Closing it does not end the work. */
export function JobWindow(props: JobWindowProps) {
  const { title, progress, status, fault, lines, retry, onClose } = props
  const { isDone, total, ended } = progress
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      {!isDone && total > 0 && (
        <progress
          aria-label="How many are done"
          max={total}
          value={ended}
          className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-idle-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-idle-soft [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width]"
        />
      )}
      <p role="status" className={isDone ? 'sr-only' : 'mt-1.5 mb-4 text-ink-2 tabular-nums'}>
        {status}
      </p>
      {fault}
      {lines.length > 0 && (
        <ul aria-label="Outcome of each" className="-mx-1 max-h-80 overflow-y-auto">
          {lines.map(({ key, ...line }) => (
            <Line key={key} {...line} />
          ))}
        </ul>
      )}
      <DialogActions>
        {isDone && retry && <Button onClick={retry.onClick}>{retry.label}</Button>}
        <Button variant="primary" onClick={onClose}>
          {isDone ? 'Done' : 'Go on in the background'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Line({ mark, title, tone, words, reason }: Omit<JobLine, 'key'>) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-1 py-1.5 [contain-intrinsic-size:auto_40px] [content-visibility:auto] last:border-b-0">
      {mark}
      <span className="min-w-0 grow basis-0 truncate text-ink-2" title={title ?? undefined}>
        {title}
      </span>
      <StatusPill tone={tone}>{words}</StatusPill>
      {reason && <span className="basis-full break-words text-ink-2">{reason}</span>}
    </li>
  )
}
