import { createContext, type ReactNode } from 'react'

/** A picture that a text names by its address. */
export interface NamedPicture {
  readonly href: string
  readonly text: string
}

/** How pictures of a text are drawn; absent where they are links, since fetching one tells its server who reads. */
export const Pictures = createContext<((picture: NamedPicture) => ReactNode) | null>(null)
