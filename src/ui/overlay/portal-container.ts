import { createContext, use } from 'react'

/**
 * Where dialogs are put in the document; without it at the end of the body. Set it to an element inside a
 * shadow root for parts that live in one, or they would come without their styles.
 */
export const PortalContainer = createContext<HTMLElement | null>(null)

export function usePortalContainer(): HTMLElement | null {
  return use(PortalContainer)
}
