import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import type { RunSession } from '../../session/session-types.ts'

/** Leads to what came of the thread after what is shown. */
export function Beyond({ session, ends }: { session: RunSession; ends: readonly string[] }) {
  const [problem, setProblem] = useState<string | null>(null)
  const show = (end: string) => session.view(end).catch((error: Error) => setProblem(error.message))
  const words = ends.length === 1 ? 'another branch' : `${ends.length} other branches`
  return (
    <p className="flex flex-wrap items-center gap-2 text-ink-2 text-sm">
      {`The thread went on from here in ${words}.`}
      {ends.map((end, index) => (
        <Button key={end} size="sm" onClick={() => void show(end)}>
          {ends.length === 1 ? 'Show it' : `Show ${index + 1}`}
        </Button>
      ))}
      {problem && (
        <span role="alert" className="text-bad">
          {problem}
        </span>
      )}
    </p>
  )
}
