import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'ref'> & {
  isMono?: boolean
  /** `bare` has no box of its own: for a composer that draws one around more than the text. */
  variant?: 'boxed' | 'bare'
  ref?: (element: HTMLTextAreaElement | null) => void
}

/** Text of several lines that grows with its content up to 320 px, from `rows` lines on. */
export function TextArea({
  isMono = false,
  variant = 'boxed',
  rows = 3,
  className,
  onInput,
  ref,
  ...rest
}: TextAreaProps) {
  const element = useRef<HTMLTextAreaElement>(null)
  // After every render: the value may have been set from outside.
  useLayoutEffect(() => grow(element.current))
  return (
    <textarea
      {...useFieldControl()}
      {...rest}
      rows={rows}
      ref={(node) => {
        element.current = node
        ref?.(node)
      }}
      onInput={(event) => {
        grow(event.currentTarget)
        onInput?.(event)
      }}
      className={cx(
        'block max-h-80 w-full min-w-0 resize-none text-ink',
        variant === 'boxed' &&
          'rounded-control border border-line-strong bg-surface px-2.5 py-1.5 focus-visible:-outline-offset-1 aria-invalid:border-bad disabled:bg-sunken',
        variant === 'bare' && 'bg-transparent text-base leading-[22px] focus-visible:outline-none',
        isMono && 'mono',
        className,
      )}
    />
  )
}

function grow(element: HTMLTextAreaElement | null): void {
  if (!element) return
  element.style.height = 'auto'
  const borders = element.offsetHeight - element.clientHeight
  element.style.height = `${element.scrollHeight + borders}px`
}
