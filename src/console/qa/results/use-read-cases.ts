import { store, useStored } from '../../shell/stored.ts'

/**
 * Which regressions of a session were opened in this browser, by the keys of their cases.
 * @returns them, and what adds one
 */
export function useReadCases(sessionId: string): [ReadonlySet<string>, (caseKey: string) => void] {
  const key = `quarterdeck.regressions-read.${sessionId}`
  const read = readKeys(useStored(key))
  return [
    read,
    (caseKey) => {
      if (!read.has(caseKey)) store(key, JSON.stringify([...read, caseKey]))
    },
  ]
}

function readKeys(text: string | null): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return new Set(Array.isArray(kept) ? kept.map(String) : [])
  } catch {
    return new Set()
  }
}
