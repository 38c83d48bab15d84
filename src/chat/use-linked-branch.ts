import { useEffect, useRef, useState } from 'react'
import type { CheckpointEntry } from './checkpoints/checkpoint-entry.ts'
import { shownHead, useHistory } from './history/use-time-travel.ts'
import type { StartAt } from './scrolling/use-scroll-place.ts'
import type { RunSession } from './session/session-types.ts'
import { useSessionPart } from './view/use-session.ts'

const parts = ['opening'] as const
const attempts = 3

/**
 * An address that leads to a run of another branch than the newest shows that branch, once the checkpoints are read.
 * Returns where the address leads to, with what the run said last as soon as that is known.
 */
export function useLinkedBranch(
  session: RunSession,
  startAt: StartAt | null | undefined,
): StartAt | null {
  const run_id = startAt && 'run' in startAt ? startAt.run : null
  const { entries } = useHistory(session)
  const { opening } = useSessionPart(session, parts)
  const [attempt, setAttempt] = useState(1)
  const tried = useRef(0)
  const [found, setFound] = useState<StartAt | null>(null)
  useEffect(() => {
    if (tried.current === attempt || run_id === null) return
    if (opening !== 'open' || entries.length === 0) return
    tried.current = attempt
    const show = async () => {
      const end = await session.history.endOfRun(run_id)
      if (!end) return
      if (!isShown(end, session, entries)) await session.view(end.checkpoint_id)
      const last = end.messages.list[end.messages.length - 1]
      if (last) setFound({ run: run_id, last })
    }
    // Where it cannot be read, asked again too, the newest stays.
    show().catch(() => setAttempt(Math.min(attempt + 1, attempts)))
  }, [session, run_id, opening, entries, attempt])
  return found ?? startAt ?? null
}

/** Whether the conversation holds what a run did: it led to the checkpoint that is shown, or its last words are there. */
function isShown(
  end: CheckpointEntry,
  session: RunSession,
  entries: readonly CheckpointEntry[],
): boolean {
  const snapshot = session.getSnapshot()
  if (entries.includes(end)) return isBefore(end, shownHead(snapshot), entries)
  const last = end.messages.list[end.messages.length - 1]
  return snapshot.conversation.messages.some(({ id }) => id !== null && id === last)
}

/** Whether a checkpoint led to the one at `head`, or is that. */
function isBefore(
  entry: CheckpointEntry,
  head: string | null,
  entries: readonly CheckpointEntry[],
): boolean {
  const byId = new Map(entries.map((one) => [one.checkpoint_id, one]))
  let at = byId.get(head ?? '')
  while (at && at !== entry) at = byId.get(at.parent_id ?? '')
  return at === entry
}
