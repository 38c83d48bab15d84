import { createContext, useContext } from 'react'

/**
 * Whether the run of the page was there when it was read and is not any more. What was read of it stays, and nothing is
 * asked of the server for it.
 */
export const RunIsGone = createContext(false)

export const useRunIsGone = () => useContext(RunIsGone)
