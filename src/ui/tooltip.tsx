import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Floating } from './floating.tsx'

type TooltipProps = {
  /** Nothing is shown when empty. */
  text: string | undefined
  children: ReactElement<HTMLAttributes<HTMLElement>>
  /** Also opens when pressed: a finger has no hover. The press then does nothing else. */
  opensOnPress?: boolean
}

const openDelayMs = 300
/** Long enough to move the pointer over to the text. */
const closeDelayMs = 120
const placement = { side: 'above', align: 'center', gap: 6 } as const

/** A short text on hover and on keyboard focus. Esc closes it, together with the dialog it is in. */
export function Tooltip({ text, children, opensOnPress = false }: TooltipProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOpen = anchor !== null && Boolean(text)

  const soon = (next: Element | null, delayMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(next), delayMs)
  }
  const now = (next: Element | null) => {
    clearTimeout(timer.current)
    setAnchor(next)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setAnchor(null)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen])

  const { props } = children
  const isName = text === props['aria-label']
  return (
    <>
      {cloneElement(children, {
        ...(isOpen && !isName && { 'aria-describedby': id }),
        onPointerEnter(event: PointerEvent<HTMLElement>) {
          props.onPointerEnter?.(event)
          if (event.pointerType !== 'touch') soon(event.currentTarget, openDelayMs)
        },
        onPointerLeave(event: PointerEvent<HTMLElement>) {
          props.onPointerLeave?.(event)
          if (event.pointerType !== 'touch') soon(null, closeDelayMs)
        },
        onFocus(event: FocusEvent<HTMLElement>) {
          props.onFocus?.(event)
          // Focus that a closing menu hands back after a click must not pop the text up.
          if (event.currentTarget.matches(':focus-visible')) now(event.currentTarget)
        },
        onBlur(event: FocusEvent<HTMLElement>) {
          props.onBlur?.(event)
          now(null)
        },
        onClick(event: MouseEvent<HTMLElement>) {
          props.onClick?.(event)
          now(opensOnPress ? event.currentTarget : null)
        },
      })}
      {anchor && text && (
        <Floating
          id={id}
          role="tooltip"
          anchor={anchor}
          placement={placement}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => soon(null, closeDelayMs)}
          className="w-max max-w-72 animate-fade select-text whitespace-normal rounded-control border-0 bg-ink px-2 py-1 text-left font-normal font-ui text-sm text-surface shadow-float"
        >
          {text}
        </Floating>
      )}
    </>
  )
}
