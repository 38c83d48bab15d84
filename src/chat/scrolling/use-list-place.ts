import { useCallback, useMemo, useRef } from 'react'
import type { Turn } from '../conversation/turns.ts'
import type { SessionSnapshot } from '../session/session-types.ts'
import { endOf } from './end-of-conversation.ts'
import type { ListWindow } from './long-list.tsx'
import { type StartAt, showTurn, useScrollPlace } from './use-scroll-place.ts'
import { useStickToBottom } from './use-stick-to-bottom.ts'

/** What is found must not be covered by the bar that found it. */
const belowFindBarPx = -64

/**
 * Where the reader is in the list of turns: at its end while they follow it, where they left it, where a link leads to
 * (`startAt`), or at a turn that was found (`showFound`, by its index).
 */
export function useListPlace(
  { thread_id, opening, conversation, viewing }: SessionSnapshot,
  turns: readonly Turn[],
  sentCount: number,
  startAt: StartAt | null,
) {
  const end = useMemo(() => endOf({ conversation, viewing }), [conversation, viewing])
  const stick = useStickToBottom(`${thread_id}-${sentCount}`, end)
  const { scroller, leave } = stick
  const list = useRef<ListWindow | null>(null)
  const showPlace = useScrollPlace(thread_id, opening === 'open', turns, stick, list, startAt)
  const onWindow = useCallback(
    (next: ListWindow | null) => {
      const isOther = (list.current === null) !== (next === null)
      list.current = next
      if (isOther) showPlace()
    },
    [showPlace],
  )
  const showFound = useCallback(
    (index: number) => {
      const key = turns[index]?.key
      if (key === undefined) return
      leave()
      showTurn(scroller.current, list.current, index, key, belowFindBarPx)
    },
    [turns, leave, scroller],
  )
  return { ...stick, onWindow, showFound }
}
