import { Fragment, useState } from 'react'
import { hasPutAway } from '../../../chat/history/put-away.ts'
import type { RunSession, SessionSnapshot } from '../../../chat/session/session-types.ts'
import type { PanelHost } from '../../panel-host.ts'
import type { Texts } from '../texts/en.ts'
import { reasonOf } from '../texts/texts.ts'
import { type EarlierTurns, readEarlierTurns } from './earlier-turns.ts'
import { TurnView } from './turn-view.tsx'

type EarlierMessagesProps = {
  host: PanelHost
  texts: Texts
  session: RunSession
  snapshot: SessionSnapshot
  /** Called before more of them is shown. */
  onMore: () => void
  /** There are no more: the button is gone, and the focus that it had. */
  onFocusLost: () => void
}

/** Offers what the agent put away of the conversation, and shows it above what there is, to be read only. */
export function EarlierMessages(props: EarlierMessagesProps) {
  const { host, texts, session, snapshot, onMore, onFocusLost } = props
  const [shown, setShown] = useState<readonly EarlierTurns[]>([])
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { thread_id } = snapshot
  const hasMore = shown[0]?.has_more ?? hasPutAway(snapshot)
  if (thread_id === null || (shown.length === 0 && !hasMore)) return null
  const more = async () => {
    onMore()
    setIsReading(true)
    setProblem(null)
    const before = shown[0]?.checkpoint_id
    try {
      const found = await readEarlierTurns(session, thread_id, before)
      setShown([found, ...shown])
      if (!found.has_more) onFocusLost()
    } catch (error) {
      setProblem(reasonOf(error as Error, texts))
    }
    setIsReading(false)
  }
  return (
    <>
      {hasMore && (
        <button
          type="button"
          disabled={isReading}
          className="cursor-pointer self-center text-ink-2 text-sm underline disabled:opacity-50"
          onClick={() => void more()}
        >
          {texts.earlier}
        </button>
      )}
      {problem && (
        <p role="alert" className="text-center text-bad text-sm">
          {problem}
        </p>
      )}
      {shown.map(({ checkpoint_id, turns }) => (
        <Fragment key={checkpoint_id}>
          {turns.map((turn) => (
            <TurnView
              key={turn.key}
              turn={turn}
              run_id={null}
              texts={texts}
              host={host}
              mark={undefined}
              isActive={false}
              vote={undefined}
              feedback={null}
              onRetry={undefined}
            />
          ))}
        </Fragment>
      ))}
    </>
  )
}
