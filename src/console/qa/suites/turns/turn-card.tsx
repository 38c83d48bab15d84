import { useEffect, useRef } from 'react'
import type { TurnDraft, TurnKind } from '../draft/turn-draft.ts'
import { FaultLine } from '../fields.tsx'
import { OrderButtons } from '../order-buttons.tsx'
import { AnswerFields } from './answer-fields.tsx'
import { CancelFields } from './cancel-fields.tsx'
import { MeanwhileFields } from './meanwhile-fields.tsx'
import { MomentFields } from './moment-fields.tsx'
import { ExpectFields, SendFields } from './send-fields.tsx'
import type { TurnFieldsProps } from './turn-fields-props.ts'

type TurnCardProps = {
  turn: TurnDraft
  /** From 0 on. */
  place: number
  count: number
  fault: string | undefined
  /** It was just added. */
  takesFocus: boolean
  isReadOnly: boolean
  onChange: (change: Partial<TurnDraft>) => void
  onMove: (by: 1 | -1) => void
  onDelete: () => void
}

const titles: Readonly<Record<TurnKind, string>> = {
  send: 'Send',
  expect_interrupt: 'Expect an interrupt',
  answer: 'Answer it',
  cancel: 'Cancel',
  drop: 'Drop the connection',
  meanwhile: 'Send meanwhile',
}

/** One turn of a case. */
export function TurnCard(props: TurnCardProps) {
  const { turn, place, fault, takesFocus, onChange } = props
  const own = useRef<HTMLLIElement>(null)
  const title = titles[turn.do]
  useEffect(() => {
    if (takesFocus) {
      own.current?.querySelector<HTMLElement>('[data-fields] :is(textarea, input, button)')?.focus()
    }
  }, [takesFocus])
  return (
    <li
      ref={own}
      data-turn={turn.id}
      className="relative list-none pb-3 pl-[30px] before:absolute before:top-[22px] before:-bottom-0.5 before:left-2.5 before:w-px before:bg-line-strong"
    >
      <span
        aria-hidden
        className="absolute top-0.5 left-0 grid size-[21px] place-items-center rounded-full border border-line-strong bg-surface font-strong text-ink-2 text-xs tabular-nums"
      >
        {place + 1}
      </span>
      <fieldset aria-label={`Turn ${place + 1}: ${title}`} className="min-w-0">
        <div className="mb-1 flex min-h-[26px] items-center">
          <h3 className="min-w-0 grow font-strong">{title}</h3>
          {!props.isReadOnly && (
            <span className="flex text-ink-3">
              <OrderButtons {...props} name={null} noun="this turn" />
            </span>
          )}
        </div>
        <div data-fields="" className="flex min-w-0 flex-col items-start gap-1.5">
          <TurnFields turn={turn} isFaulty={fault !== undefined} onChange={onChange} />
        </div>
        <FaultLine>{fault}</FaultLine>
      </fieldset>
    </li>
  )
}

function TurnFields(props: TurnFieldsProps) {
  switch (props.turn.do) {
    case 'send':
      return <SendFields {...props} />
    case 'expect_interrupt':
      return <ExpectFields {...props} />
    case 'answer':
      return <AnswerFields {...props} />
    case 'cancel':
      return <CancelFields {...props} />
    case 'drop':
      return <MomentFields {...props} />
    case 'meanwhile':
      return <MeanwhileFields {...props} />
  }
}
