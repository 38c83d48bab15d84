import { createContext, type ReactNode } from 'react'

/** How a text draws the addresses that it names within its own pages; null for one that is none of them. */
export interface OwnAddresses {
  readonly link: (href: string, children: ReactNode) => ReactNode | null
  readonly picture: (href: string, text: string) => ReactNode | null
}

/** Around a text that is trusted and has pages of its own. Absent in conversations: there nothing relative is followed. */
export const OwnAddresses = createContext<OwnAddresses | null>(null)
