import { LoaderCircle } from 'lucide-react'
import {
  type ComponentProps,
  cloneElement,
  type MouseEvent,
  type ReactElement,
  useContext,
} from 'react'
import { cx } from '../cx.ts'
import { Tooltip } from '../floating/tooltip.tsx'
import { RefusedActions } from './refused-actions.ts'

export type ButtonLook = {
  variant?: 'default' | 'primary' | 'ghost' | 'danger'
  /** 26, 28 and 30 px high. */
  size?: 'sm' | 'composer' | 'md'
}

export type ButtonBehaviour = Omit<ComponentProps<'button'>, 'disabled'> & {
  /** It changes something: those who may not (`RefusedActions`) cannot press it, and are told why. */
  acts?: boolean
  /** Its work is under way: shows a spinner, keeps focus, takes no press. */
  isPending?: boolean
  /** Why it cannot be pressed now. The button stays focusable and says so. */
  disabledReason?: string | undefined
  /** A link element that takes the button's look, such as a router's. */
  render?: ReactElement<ComponentProps<'a'>>
}

type ButtonBaseProps = ButtonLook &
  ButtonBehaviour & { shape: 'text' | 'icon' | 'tail'; tip?: string | undefined }

const variants = {
  default: 'border-line-strong bg-surface text-ink not-aria-disabled:hover:bg-bg',
  primary: 'border-accent bg-accent text-accent-ink not-aria-disabled:hover:bg-accent/90',
  ghost:
    'border-transparent text-ink-2 not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink',
  danger: 'border-line-strong bg-surface text-bad not-aria-disabled:hover:bg-bad-soft',
}
// By colour, not opacity: the focus ring has to stay as visible as on any other.
const refused = {
  default: 'border-line bg-bg text-ink-3',
  primary: 'border-line bg-idle-soft text-ink-3',
  ghost: 'border-transparent text-ink-3',
  danger: 'border-line bg-bg text-ink-3',
}
const heights = { sm: 'h-[26px]', composer: 'h-7', md: 'h-[30px]' }
const widths = { sm: 'w-[26px]', composer: 'w-7', md: 'w-[30px]' }

/** What Button, IconButton and SplitButton share; use those. */
export function ButtonBase({
  variant = 'default',
  size = 'md',
  shape,
  tip,
  acts = false,
  isPending = false,
  disabledReason: ownReason,
  render,
  className,
  children,
  ...rest
}: ButtonBaseProps) {
  const refusal = useContext(RefusedActions)
  const disabledReason = (acts && refusal) || ownReason
  const isBlocked = isPending || Boolean(disabledReason)
  const isGhostText = variant === 'ghost' && shape === 'text'
  const classes = cx(
    'inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-1.5 border font-medium text-md whitespace-nowrap no-underline transition-colors',
    isPending ? 'aria-disabled:cursor-progress' : 'aria-disabled:cursor-not-allowed',
    disabledReason ? refused[variant] : variants[variant],
    heights[size],
    shape === 'icon' && widths[size],
    shape === 'tail' && 'w-[26px]',
    shape === 'text' && (isGhostText && size === 'composer' ? 'px-2' : 'px-[11px]'),
    shape === 'icon' && variant === 'primary' ? 'rounded-md' : 'rounded-control',
    className,
  )
  const content = (
    <>
      {isPending && <LoaderCircle aria-hidden size={14} className="animate-spin" />}
      {!(isPending && shape !== 'text') && children}
    </>
  )
  const shared = {
    className: classes,
    'aria-disabled': isBlocked || undefined,
    'aria-busy': isPending || undefined,
    ...(isBlocked && { onClick: refuse, onPointerDown: undefined, onKeyDown: undefined }),
  }
  // Always inside a Tooltip: an element that moved in the tree would lose focus when a reason appears.
  return (
    <Tooltip text={disabledReason || tip} opensOnPress={Boolean(disabledReason)}>
      {render ? (
        cloneElement(render, { ...(rest as ComponentProps<'a'>), ...shared, children: content })
      ) : (
        <button type="button" {...rest} {...shared}>
          {content}
        </button>
      )}
    </Tooltip>
  )
}

function refuse(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
