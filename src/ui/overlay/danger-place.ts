import { createContext } from 'react'

/** Names the place where a mistake is dear, for every question before something that cannot be undone; null elsewhere. */
export const DangerPlace = createContext<string | null>(null)
