import { Fragment, useState } from 'react'
import { foldState } from '../../../chat/conversation/conversation.ts'
import { emptyConversation } from '../../../chat/conversation/conversation-types.ts'
import { buildTurns, type Turn } from '../../../chat/conversation/turns.ts'
import { hasPutAway } from '../../../chat/history/put-away.ts'
import type { RunSession, SessionSnapshot } from '../../../chat/session/session-types.ts'
import { call } from '../../../client/api.ts'
import {
  type EarlierMessages as Earlier,
  readEarlierMessages,
} from '../../../contract/embeds/visitors.ts'
import type { PanelHost } from '../../panel-host.ts'
import type { Texts } from '../texts/en.ts'
import { reasonOf } from '../texts/texts.ts'
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
  const [shown, setShown] = useState<readonly (Earlier & { turns: readonly Turn[] })[]>([])
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
      const found = await call(session.transport, readEarlierMessages, {
        params: { thread_id },
        query: before === undefined ? {} : { before },
      })
      setShown([{ ...found, turns: turnsOf(found) }, ...shown])
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

function turnsOf({ messages }: Earlier): readonly Turn[] {
  const state = { values: { messages }, next: [], tasks: [] }
  const { messages: items } = foldState(emptyConversation, state, { run_id: null, at: null })
  return buildTurns(items)
}
