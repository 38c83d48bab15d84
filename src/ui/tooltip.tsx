import { Tooltip as Radix } from 'radix-ui'
import { type FocusEvent, type MouseEvent, type ReactElement, useRef, useState } from 'react'

type TooltipProps = {
  /** Nothing is shown when empty. */
  text: string | undefined
  children: ReactElement
  /** Also opens when pressed: a finger has no hover. The press then does nothing else. */
  opensOnPress?: boolean
}

const focusScrollMs = 150

/** A short text on hover and on keyboard focus; Esc closes it. */
export function Tooltip({ text, children, opensOnPress = false }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const focused = useRef<{ element: Element; at: number }>(undefined)

  const onFocus = (event: FocusEvent) => {
    // Focus that a closing menu hands back after a click must not pop the text up.
    if (!event.currentTarget.matches(':focus-visible')) return event.preventDefault()
    focused.current = { element: event.currentTarget, at: performance.now() }
  }
  const onClick = (event: MouseEvent) => {
    if (!opensOnPress) return
    event.preventDefault()
    setIsOpen(true)
  }
  const onOpenChange = (isOpening: boolean) => {
    // Focus may scroll its element into view, and the scroll would close the text before it was seen.
    const since = focused.current && performance.now() - focused.current.at
    const isFocusScroll =
      since !== undefined &&
      since < focusScrollMs &&
      focused.current?.element.matches(':focus-visible')
    if (isOpening || !isFocusScroll) setIsOpen(isOpening)
  }

  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root open={isOpen && Boolean(text)} onOpenChange={onOpenChange}>
        <Radix.Trigger asChild onFocus={onFocus} onClick={onClick}>
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-70 max-w-72 animate-fade rounded-control bg-ink px-2 py-1 text-sm text-surface shadow-float"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
