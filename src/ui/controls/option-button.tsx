import { cx } from '../cx.ts'
import { Button } from './button.tsx'
import { Kbd } from './kbd.tsx'

type OptionButtonProps = {
  children: string
  isChosen: boolean
  onChoose: () => void
  /** The key that chooses it; shown unless it is what the button says. */
  keyName?: string | undefined
  tone?: 'accent' | 'ok' | 'bad'
  disabledReason?: string | undefined
  className?: string
}

/** One of some answers; the chosen one stays visible where it cannot be changed. */
export function OptionButton({
  children,
  isChosen,
  onChoose,
  keyName,
  tone = 'accent',
  disabledReason,
  className,
}: OptionButtonProps) {
  return (
    <Button
      acts
      size="sm"
      aria-pressed={isChosen}
      aria-keyshortcuts={keyName}
      disabledReason={disabledReason}
      onClick={onChoose}
      className={cx('text-sm aria-pressed:font-semibold', looks[tone], className)}
    >
      {keyName && keyName !== children && (
        <span
          aria-hidden
          className={cx(
            'max-[1099px]:hidden',
            isChosen && '*:border-current/50 *:bg-transparent *:text-inherit',
          )}
        >
          <Kbd>{keyName}</Kbd>
        </span>
      )}
      {children}
    </Button>
  )
}

// As specific as the look of a button that is pointed at, or more.
const looks = {
  accent: 'aria-pressed:border-accent! aria-pressed:bg-accent! aria-pressed:text-accent-ink!',
  ok: 'aria-pressed:border-ok! aria-pressed:bg-ok-soft! aria-pressed:text-ok!',
  bad: 'aria-pressed:border-bad! aria-pressed:bg-bad-soft! aria-pressed:text-bad!',
}
