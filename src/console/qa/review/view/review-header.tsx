import { ChevronLeft, ChevronRight, EyeOff, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Button, IconButton } from '../../../../ui/controls/button.tsx'
import { Kbd } from '../../../../ui/controls/kbd.tsx'
import { StatusPill } from '../../../../ui/page/status-pill.tsx'
import { paths } from '../../../paths.ts'
import type { Review } from '../judging/use-review.ts'
import { Tags } from './tags.tsx'

type ReviewHeaderProps = {
  review: Review
  sessionId: string
  /** How many cases are judged. */
  judged: number
  minutesLeft: number | null
  onShowKeys: () => void
}

/** Which case it is, how many are left, and the ways to the others. */
export function ReviewHeader(props: ReviewHeaderProps) {
  const { review, sessionId, judged, minutesLeft, onShowKeys } = props
  const { item } = review
  const left = minutesLeft === null ? '' : ` · about ${minutesLeft} min left`
  return (
    <header className="relative flex h-14 flex-none items-center gap-3 border-b bg-bg px-3.5 min-[1100px]:h-12 min-[1100px]:px-4">
      <IconButton
        label="Leave for the session"
        size="composer"
        render={<Link to={paths.qaSession(sessionId)} />}
      >
        <X aria-hidden size={16} strokeWidth={1.8} />
      </IconButton>
      <div className="min-w-0 grow min-[1100px]:flex min-[1100px]:items-center min-[1100px]:gap-3">
        <h1 tabIndex={-1} className="truncate">
          <span className="text-ink-2 max-[1099px]:sr-only">
            {item.suite_name} v{item.suite_version} /{' '}
          </span>
          <span className="font-semibold">{item.case_key}</span>
        </h1>
        <p className="truncate text-ink-2 text-xs tabular-nums min-[1100px]:hidden">
          {item.place} of {item.total}
          {left}
          {item.is_blind && ' · blind'}
        </p>
        <span className="flex min-w-0 gap-1.5 overflow-hidden max-[1099px]:hidden">
          <Tags tags={item.tags} />
        </span>
      </div>
      {item.is_blind && (
        <span className="max-[1099px]:hidden">
          <StatusPill tone="idle" hasDot={false}>
            <EyeOff aria-hidden size={13} strokeWidth={1.8} className="-ml-0.5" />
            Blind until closed
          </StatusPill>
        </span>
      )}
      <div className="w-[250px] flex-none max-[1099px]:hidden">
        <p className="mb-1 text-sm leading-4 tabular-nums">
          <span className="font-semibold">
            {item.place} of {item.total}
          </span>
          <span className="text-ink-2">{left}</span>
        </p>
        <Progress judged={judged} total={item.total} />
      </div>
      <div className="-bottom-px absolute inset-x-0 min-[1100px]:hidden">
        <Progress judged={judged} total={item.total} />
      </div>
      <Way
        label="Previous case"
        keyName="K"
        disabledReason={item.previous_index == null ? 'This is the first case' : undefined}
        onClick={review.back}
      />
      <Way label="Next case" keyName="J" isForward onClick={review.next} />
      <span className="max-[1099px]:hidden">
        <Button
          size="sm"
          variant="ghost"
          aria-label="Show the keys"
          aria-keyshortcuts="?"
          onClick={onShowKeys}
        >
          <span aria-hidden>
            <Kbd>?</Kbd>
          </span>
        </Button>
      </span>
    </header>
  )
}

function Progress({ judged, total }: { judged: number; total: number }) {
  return (
    <div
      role="progressbar"
      aria-label="Cases judged"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={judged}
      aria-valuetext={`${judged} of ${total} judged`}
      className="h-1 overflow-hidden rounded-full bg-line max-[1099px]:h-[3px] max-[1099px]:rounded-none"
    >
      <div
        className="h-full rounded-full bg-accent"
        style={{ width: `${total > 0 ? (100 * judged) / total : 0}%` }}
      />
    </div>
  )
}

type WayProps = {
  label: string
  keyName: string
  isForward?: boolean
  disabledReason?: string | undefined
  onClick: () => void
}

function Way({ label, keyName, isForward = false, disabledReason, onClick }: WayProps) {
  const Icon = isForward ? ChevronRight : ChevronLeft
  const icon = <Icon aria-hidden size={14} strokeWidth={1.8} />
  return (
    <Button
      size="sm"
      aria-label={label}
      aria-keyshortcuts={keyName}
      disabledReason={disabledReason}
      onClick={onClick}
    >
      {!isForward && icon}
      <span aria-hidden className="max-[1099px]:hidden">
        <Kbd>{keyName}</Kbd>
      </span>
      {isForward && icon}
    </Button>
  )
}
