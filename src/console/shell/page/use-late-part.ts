import { useState } from 'react'

/**
 * A component whose code comes when it is first asked for: null until then.
 * @param load has to be the same function at every render
 * @returns the component, and what asks for it, which rejects when the code does not arrive
 */
export function useLatePart<Part>(load: () => Promise<Part>): [Part | null, () => Promise<void>] {
  const [part, setPart] = useState<Part | null>(null)
  const ask = async () => {
    if (part) return
    const loaded = await load()
    setPart(() => loaded)
  }
  return [part, ask]
}
