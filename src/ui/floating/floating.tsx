import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { type Placement, placeBeside } from './place-beside.ts'

type FloatingProps = ComponentProps<'span'> & {
  anchor: Element
  placement: Placement
}

/**
 * What floats beside an element, for as long as it is mounted. It is in the browser's top layer, so nothing
 * clips or covers it, and it stays where it was made in the document: within its landmark, its dialog, its
 * shadow root.
 */
export function Floating({ anchor, placement, className, ...rest }: FloatingProps) {
  const element = useRef<HTMLSpanElement>(null)

  const put = () => {
    const { current } = element
    if (!current) return
    current.style.maxHeight = ''
    const { innerWidth: width, innerHeight: height } = window
    const place = placeBeside(
      anchor.getBoundingClientRect(),
      { width: current.offsetWidth, height: current.offsetHeight },
      { width, height },
      placement,
    )
    current.style.left = `${place.left}px`
    current.style.top = `${place.top}px`
    current.style.maxHeight = `${place.maxHeight}px`
  }
  useLayoutEffect(() => {
    const { current } = element
    // A document without a layout has no top layer either.
    if (!current || !('showPopover' in current)) return
    current.popover = 'manual'
    current.showPopover()
  }, [])
  // After every render: its own size may have changed.
  useLayoutEffect(put)
  useEffect(() => {
    addEventListener('scroll', put, { capture: true, passive: true })
    addEventListener('resize', put)
    return () => {
      removeEventListener('scroll', put, { capture: true })
      removeEventListener('resize', put)
    }
  })

  return (
    <span
      {...rest}
      ref={element}
      className={cx('fixed inset-auto m-0 block overflow-y-auto', className)}
    />
  )
}
