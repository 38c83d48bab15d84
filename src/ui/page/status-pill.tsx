import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type Tone = 'ok' | 'run' | 'warn' | 'bad' | 'idle'

type StatusPillProps = {
  tone: Tone
  /** The state in words: colour alone never carries it. */
  children: ReactNode
  /** 18 px instead of 22 px. */
  isCompact?: boolean
  hasDot?: boolean
  /** The sentence behind it. */
  title?: string | undefined
}

const tones: Record<Tone, string> = {
  ok: 'text-ok bg-ok-soft',
  run: 'text-run bg-run-soft',
  warn: 'text-warn bg-warn-soft',
  bad: 'text-bad bg-bad-soft',
  idle: 'text-ink-2 bg-idle-soft',
}

/** A state as a dot and words; the dot of something that moves pulses. */
export function StatusPill(props: StatusPillProps) {
  const { tone, children, isCompact = false, hasDot = true, title } = props
  return (
    <span
      title={title}
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full font-medium text-sm tabular-nums',
        isCompact ? 'h-[18px] px-1.5' : 'h-[22px] px-2',
        tones[tone],
      )}
    >
      {hasDot && (
        <span
          className={cx(
            'size-[7px] flex-none rounded-full bg-current',
            tone === 'run' && 'animate-live',
          )}
        />
      )}
      {children}
    </span>
  )
}
