import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value may have been set from outside
  useLayoutEffect(() => {
    if (!growsByItself) grow(element.current)
  }, [rest.value, rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where somebody goes on writing when it appears
  useLayoutEffect(() => {
    if (rest.autoFocus && !isMono) element.current?.setSelectionRange(farEnd, farEnd)
  }, [])
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
        if (!growsByItself) grow(event.currentTarget)
        onInput?.(event)
      }}
      // A page that is drawn beforehand may hold no style of its own: `bare` begins with one line, by its class.
      style={variant === 'boxed' ? { minHeight: `calc(${rows}lh + ${boxedPx}px)` } : undefined}
      className={cx(
        'block field-sizing-content max-h-80 w-full min-w-0 resize-none text-ink',
        variant === 'boxed' &&
          'rounded-control border border-line-strong bg-surface px-2.5 py-1.5 focus-visible:-outline-offset-1 aria-invalid:border-bad disabled:bg-sunken',
        variant === 'bare' &&
          'min-h-[1lh] bg-transparent text-base leading-[22px] focus-visible:outline-none',
        isMono && 'mono',
        className,
      )}
    />
  )
}

/** Measuring by script lays the page out once more for each key, beside an answer that streams. */
const growsByItself =
  typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content') === true

/** Behind any text. */
const farEnd = 1e9

/** Padding and borders of a box, above and below together. */
const boxedPx = 14

function grow(element: HTMLTextAreaElement | null): void {
  if (!element) return
  element.style.height = 'auto'
  const borders = element.offsetHeight - element.clientHeight
  element.style.height = `${element.scrollHeight + borders}px`
}
