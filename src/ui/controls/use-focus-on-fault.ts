import { type RefObject, useEffect, useRef } from 'react'

/** What a fault stands at: a box, or what is chosen or ticked within a field that says so. */
const faulty = ['[aria-invalid="true"]', '[data-faulty] button', '[data-faulty] input'].join(', ')

/** Gives focus to the first field of a form that a fault stands at, whenever there is another fault. */
export function useFocusOnFault(fault: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>(faulty)?.focus()
  }, [fault])
  return form
}
