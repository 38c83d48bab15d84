import {
  ArrowDown,
  ArrowLeft,
  ArrowUp,
  Camera,
  Check,
  Copy,
  Ellipsis,
  History,
  Paperclip,
  Square,
  SquarePen,
  ThumbsDown,
  ThumbsUp,
  X,
} from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { cx } from '../../ui/cx.ts'

const icons = {
  attach: Paperclip,
  back: ArrowLeft,
  camera: Camera,
  close: X,
  copied: Check,
  copy: Copy,
  down: ThumbsDown,
  history: History,
  more: Ellipsis,
  new: SquarePen,
  newBelow: ArrowDown,
  send: ArrowUp,
  stop: Square,
  up: ThumbsUp,
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: keyof typeof icons
  label: string
}

/** A button that shows an icon and says its name. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  const Icon = icons[icon]
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-8 flex-none cursor-pointer items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-sunken hover:text-ink disabled:cursor-default disabled:opacity-40',
        className,
      )}
      {...rest}
    >
      <Icon
        aria-hidden
        size={16}
        strokeWidth={1.8}
        className={icon === 'back' ? 'rtl:rotate-180' : ''}
      />
    </button>
  )
}
