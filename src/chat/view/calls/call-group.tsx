import { ChevronDown, Wrench } from 'lucide-react'
import { Fragment, useContext, useId, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { TurnCall } from '../../conversation/parts/turn-calls.ts'
import { callsOfGroup } from '../../conversation/turn-rows.ts'
import { wordsOf } from '../../find/find-in-turns.ts'
import { Searched, useFold } from '../use-fold.ts'
import { CallsState } from './call-state.tsx'
import { InnerWords } from './inner-words.tsx'
import { ToolCard } from './tool-card.tsx'

/** Cards that an open group shows at first, and further ones with each press. */
const pageSize = 20

type CallGroupProps = {
  calls: readonly TurnCall[]
  /** A press unfolded the card of a call. */
  onOpened: () => void
}

/** Calls of one tool in a row: a few as their cards, many as one line that opens to them. */
export function CallGroup({ calls, onOpened }: CallGroupProps) {
  const { isOpen, setOpen } = useFold(...calls.flatMap(placesOf))
  const [count, setCount] = useState(pageSize)
  const body = useId()
  const search = useContext(Searched)
  const found = calls.findIndex((call) => placesOf(call).includes(search?.within ?? ''))
  if (found >= count) setCount(Math.ceil((found + 1) / pageSize) * pageSize)
  const isGroup = calls.length >= callsOfGroup
  const shown = isGroup ? calls.slice(0, count) : calls
  return (
    <div className={cx(isGroup && 'mt-1 mb-3 rounded-md border text-md leading-[23px]')}>
      {isGroup && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => setOpen(!isOpen)}
          className="flex w-full cursor-pointer items-center gap-2 rounded-md px-3 py-2 text-left hover:bg-bg"
        >
          <Wrench aria-hidden size={14} strokeWidth={1.8} className="flex-none" />
          {/* The spaces are for those who hear the name of the button. */}
          <span className="mono min-w-0 [overflow-wrap:anywhere]">{calls[0]?.name}</span>{' '}
          <span className="flex-1 whitespace-nowrap text-ink-2 text-sm">
            · {calls.length} calls
          </span>{' '}
          <CallsState calls={calls} />
          <ChevronDown
            aria-hidden
            size={14}
            strokeWidth={1.8}
            className={cx('flex-none transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      )}
      {(isOpen || !isGroup) && (
        <div id={body} className={cx(isGroup && 'border-t px-3 pt-2')}>
          {shown.map((call) => (
            <Fragment key={call.key}>
              <ToolCard
                {...call}
                onOpened={() => {
                  // What a person reads is not folded away when its row becomes a group.
                  setOpen(true)
                  onOpened()
                }}
              />
              <InnerWords calls={[call.call]} isActive={call.runs === 'active'} />
            </Fragment>
          ))}
          {shown.length < calls.length && (
            <div className="mb-3 flex items-center gap-2 print:hidden">
              <Button size="sm" onClick={() => setCount(count + pageSize)}>
                Show more
              </Button>
              <span className="text-ink-3 text-sm">{`${count} of ${calls.length}`}</span>
            </div>
          )}
        </div>
      )}
      <InnerWords
        isUnsure
        calls={calls.map(({ call }) => call)}
        isActive={calls.some(({ runs }) => runs === 'active')}
      />
    </div>
  )
}

/** Where words of a call can stand, see `findInTurns`. */
const placesOf = ({ key }: TurnCall) => [wordsOf.name(key), wordsOf.args(key), wordsOf.result(key)]
