import { useEffect, useState } from 'react'
import { readDraft, writeDraft } from '../draft-store.ts'
import { type Breakpoints, noBreakpoints } from './breakpoints.ts'

/**
 * The breakpoints of a thread, kept for this tab. Those that were set before its first message go with it when it
 * gets its id.
 */
export function useBreakpoints(threadId: string | null) {
  const [breakpoints, setBreakpoints] = useState(() => kept(threadId))
  useEffect(() => {
    if (threadId === null) return
    const isEmpty = Object.keys(breakpoints).length === 0
    writeDraft(keyOf(threadId), isEmpty ? '' : JSON.stringify(breakpoints))
  }, [threadId, breakpoints])
  return { breakpoints, onChange: setBreakpoints }
}

const keyOf = (threadId: string) => `breakpoints.${threadId}`

function kept(threadId: string | null): Breakpoints {
  const json = threadId === null ? null : readDraft(keyOf(threadId))
  try {
    return json ? (JSON.parse(json) as Breakpoints) : noBreakpoints
  } catch {
    return noBreakpoints
  }
}
