import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { ReviewItem } from '../../../../contract/qa/reviews.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Kbd } from '../../../../ui/controls/kbd.tsx'
import { useApi } from '../../../api.tsx'
import { sessionQuery } from '../../../objects/qa/qa-queries.ts'
import { paths } from '../../../paths.ts'
import { useRefusal } from '../../../shell/page/use-refusal.ts'
import { CloseAndSee } from '../../sessions/head/close-and-see.tsx'
import type { OutboxState } from '../saving/outbox.ts'
import { SaveState } from './save-state.tsx'

type FinishedProps = {
  item: ReviewItem
  sessionId: string
  /** How many cases are judged. */
  judged: number
  state: OutboxState
  /** To the case that was shown before. */
  onBack: () => void
  /** To a case without a verdict. */
  onOpen: (index: number) => void
}

/** After the last case: what is done, and where to go from here. */
export function Finished({ item, sessionId, judged, state, onBack, onOpen }: FinishedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const open = item.total - judged
  const next = item.next_open_index ?? (item.verdict ? null : item.index)
  const { data: session } = useQuery(sessionQuery(useApi(), sessionId))
  const mayClose = useRefusal('operator') === undefined
  const closes = item.is_blind && open <= 0 && session?.is_hidden && mayClose
  return (
    <div className="flex min-h-0 grow flex-col items-center justify-center overflow-y-auto px-6 py-12 text-center">
      <CircleCheck aria-hidden size={28} strokeWidth={1.5} className="mb-3 flex-none text-ok" />
      <h1 ref={heading} tabIndex={-1} className="font-semibold text-lg">
        {open > 0 ? `${judged} of ${item.total} cases are judged` : doneWords(item.total)}
      </h1>
      <p className="mt-1 max-w-[420px] text-ink-2">
        {item.is_blind
          ? 'What they came to, and which side was which, can be seen once the session is closed.'
          : 'Every verdict counts in the results from now on; each can still be changed until the session is closed.'}
      </p>
      {(state.saved || state.open.length > 0) && (
        <p className="mt-2 text-sm">
          <SaveState state={state} savedAt={null} />
        </p>
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {open > 0 && next !== null ? (
          <Button variant="primary" onClick={() => onOpen(next)}>
            To a case that is open
          </Button>
        ) : closes ? (
          <CloseAndSee
            session={session}
            refusal={state.open.length > 0 ? 'A verdict is not saved yet' : undefined}
          />
        ) : (
          <Button variant="primary" render={<Link to={paths.qaSession(sessionId)} />}>
            Session
          </Button>
        )}
        {((open > 0 && next !== null) || closes) && (
          <Button render={<Link to={paths.qaSession(sessionId)} />}>Session</Button>
        )}
        {session?.is_hidden === false && (
          <Button render={<Link to={paths.qaResults(sessionId)} />}>Results</Button>
        )}
        <Button aria-keyshortcuts="K" onClick={onBack}>
          Back to the last case
          <span aria-hidden>
            <Kbd>K</Kbd>
          </span>
        </Button>
      </div>
    </div>
  )
}

const doneWords = (total: number) =>
  total === 1 ? 'The only case is judged' : `All ${total} cases are judged`
