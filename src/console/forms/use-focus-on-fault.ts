import { type RefObject, useEffect, useRef } from 'react'

/** Gives focus to the first field of a form that a fault stands at, whenever there is another fault. */
export function useFocusOnFault(fault: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [fault])
  return form
}
