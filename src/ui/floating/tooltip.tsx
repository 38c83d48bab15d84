import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  useId,
} from 'react'
import { Tip, useTip } from './use-tip.tsx'

type TooltipProps = {
  /** Nothing is shown when empty. */
  text: string | undefined
  children: ReactElement<HTMLAttributes<HTMLElement>>
  /** Also opens when pressed: a finger has no hover. The press then does nothing else. */
  opensOnPress?: boolean
}

/** A short text on hover and on keyboard focus. Esc closes it, together with the dialog it is in. */
export function Tooltip({ text, children, opensOnPress = false }: TooltipProps) {
  const id = useId()
  const tip = useTip()
  const { anchor, soon, now } = tip
  const { props } = children
  const isName = text === props['aria-label']
  return (
    <>
      {cloneElement(children, {
        ...(anchor && text && !isName && { 'aria-describedby': id }),
        onPointerEnter(event: PointerEvent<HTMLElement>) {
          props.onPointerEnter?.(event)
          if (event.pointerType !== 'touch') soon(event.currentTarget)
        },
        onPointerLeave(event: PointerEvent<HTMLElement>) {
          props.onPointerLeave?.(event)
          if (event.pointerType !== 'touch') soon(null)
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
        <Tip tip={tip} anchor={anchor} id={id}>
          {text}
        </Tip>
      )}
    </>
  )
}
