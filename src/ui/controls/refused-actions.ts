import { createContext } from 'react'

/**
 * Why the reader may change nothing here, in a sentence; undefined where they may. Buttons and items
 * of menus with `acts` cannot be pressed then, and say it.
 */
export const RefusedActions = createContext<string | undefined>(undefined)
