import { ChevronDown, X } from 'lucide-react'
import { cx } from '../cx.ts'
import { Button } from './button.tsx'
import type { ButtonBehaviour } from './button-base.tsx'

type ChipProps = Omit<ButtonBehaviour, 'children' | 'aria-label' | 'className'> & {
  /** What is chosen by it. */
  label: string
  /** What is chosen, or holds while nothing is. */
  value: string
  isSet: boolean
  /** Stands there while nothing is chosen, in place of the label. */
  rest?: string
  onClear: () => void
}

/** What a list is filtered by, 26 px high: an outline that names it; filled once something is chosen, with a way back. */
export function Chip({ label, value, isSet, rest = label, onClear, ...button }: ChipProps) {
  return (
    <span className="inline-flex max-w-full">
      <Button
        {...button}
        size="sm"
        aria-label={`${label}: ${value}`}
        className={cx(
          'min-w-0 px-[9px]! font-normal! text-sm!',
          isSet
            ? 'rounded-l-full! rounded-r-none! border-accent! border-r-0! bg-accent-soft! pr-1!'
            : 'rounded-full! text-ink-2!',
        )}
      >
        <span className="min-w-0 truncate">{isSet ? <Chosen {...{ label, value }} /> : rest}</span>
        {!isSet && <ChevronDown aria-hidden size={14} strokeWidth={1.8} className="flex-none" />}
      </Button>
      {isSet && (
        <button
          type="button"
          aria-label={`Clear ${label.toLowerCase()}`}
          onClick={(event) => {
            // It goes away, and would take focus with it.
            event.currentTarget.parentElement?.querySelector('button')?.focus()
            onClear()
          }}
          className="inline-flex h-[26px] w-[26px] flex-none cursor-pointer items-center justify-center rounded-r-full border border-accent border-l-0 bg-accent-soft text-ink-2 hover:text-ink"
        >
          <X aria-hidden size={13} strokeWidth={1.8} />
        </button>
      )}
    </span>
  )
}

/** A choice that says what it is of needs no name. */
function Chosen({ label, value }: { label: string; value: string }) {
  const isNamed = value.toLowerCase().includes(label.toLowerCase())
  return (
    <>
      {!isNamed && <span className="text-ink-2">{label} </span>}
      <span className="font-medium text-ink">{value}</span>
    </>
  )
}
