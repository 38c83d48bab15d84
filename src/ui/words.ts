import { createContext } from 'react'

/** What parts say by themselves, wherever they are used. */
const english = {
  copied: 'Copied',
  copyFailed: 'Could not copy',
  copyCode: 'Copy code',
  code: 'code',
  table: 'Table',
}

/** The embedded chat says it in its visitor's language; all else is in English. */
export const Words = createContext<Readonly<Record<keyof typeof english, string>>>(english)
