import { Fragment, useMemo } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { buildTurns } from '../conversation/turns.ts'
import { HandsFocusOn } from '../hands-focus-on.tsx'
import type { EarlierOffer, EarlierPage } from '../history/use-earlier-messages.ts'
import { TurnView } from './turn-view.tsx'

type EarlierMessagesProps = {
  offer: EarlierOffer
  /** Called before more of them is shown. */
  onMore: () => void
}

/** Offers messages that the thread has no more, and shows them above what there is, to be read only. */
export function EarlierMessages({ offer, onMore }: EarlierMessagesProps) {
  const { shown, hasMore, isReading, problem } = offer
  const isShown = shown.length > 0
  return (
    <section aria-label="Earlier messages" className="mb-[18px] flex flex-col gap-[18px]">
      <div className="flex flex-wrap items-center gap-2 text-ink-2 text-sm">
        {/* The one that brought the last of them takes them away: the focus stays with it. */}
        <Button
          size="sm"
          isPending={isReading}
          onClick={() => {
            if (!hasMore) return offer.hide()
            onMore()
            offer.more()
          }}
        >
          {!hasMore ? hide : isShown ? 'Show still earlier messages' : 'Show earlier messages'}
        </Button>
        {isShown && hasMore && (
          <HandsFocusOn>
            <Button size="sm" onClick={offer.hide}>
              {hide}
            </Button>
          </HandsFocusOn>
        )}
        {!isShown && !problem && 'The thread no longer has all that was said.'}
        {problem && (
          <span role="alert" className="text-bad">
            {problem}
          </span>
        )}
      </div>
      {shown.map((earlier) => (
        <Fragment key={earlier.checkpoint_id}>
          <PutAwayMessages earlier={earlier} />
          <p role="note" className="border-t pt-2 text-ink-3 text-sm">
            {wordsOf(earlier)}
          </p>
        </Fragment>
      ))}
    </section>
  )
}

function PutAwayMessages({ earlier }: { earlier: EarlierPage }) {
  const turns = useMemo(() => buildTurns(earlier.messages), [earlier])
  return turns.map((turn) => (
    <TurnView
      key={turn.key}
      turn={turn}
      mark={undefined}
      isActive={false}
      vote={undefined}
      feedback={null}
      runLink={noLink}
    />
  ))
}

const hide = 'Hide earlier messages'

const noLink = () => null

function wordsOf({ messages, by }: EarlierPage): string {
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`
  return by === 'agent'
    ? `The agent has put away the ${count} above: it does not read them any more.`
    : `The ${count} above were taken out of the thread’s state by hand: the agent does not read them any more.`
}
