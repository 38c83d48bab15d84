import type { ReactNode } from 'react'
import { Markdown } from '../../../../chat/markdown/markdown.tsx'
import type { TranscriptStep } from '../../../../contract/qa/attempts.ts'
import type { ReviewSide } from '../../../../contract/qa/reviews.ts'
import { cx } from '../../../../ui/cx.ts'
import { SaidByUser, TranscriptStepView } from '../../transcript/transcript-step.tsx'
import type { ComponentSource } from '../../transcript/use-component-source.ts'
import type { AlignedTurn } from '../align/align-turns.ts'
import { sideCells } from '../align/side-cells.ts'
import type { SideName } from '../judging/rubric-rows.ts'
import { Hole, missingWords } from './hole.tsx'
import { Repeats, SideMark } from './side-mark.tsx'

type TurnProps = {
  turn: AlignedTurn
  /** From 1 on. */
  number: number
  count: number
  sides: readonly ReviewSide[]
  sources: Readonly<Record<SideName, ComponentSource>>
}

/** What the user said, across, and below it what each side made of it, in rows that line up. */
export function Turn({ turn, number, count, sides, sources }: TurnProps) {
  const title = `Turn ${number} of ${count}`
  return (
    <section aria-label={title}>
      {turn.question !== null && (
        <div className="grid gap-x-3 pt-3.5 pb-2.5 min-[760px]:grid-cols-[62px_1fr]">
          <h2 className="pt-1.5 pb-1 font-strong text-ink-3 text-xs leading-5">{title}</h2>
          <SaidByUser text={turn.question} />
        </div>
      )}
      <Columns count={sides.length} rows={Math.max(1, turn.rows.length) + Number(number === 1)}>
        {sides.map((side, at) => {
          const name = sideNames[at] ?? 'a'
          return (
            <Column key={name} side={name} isPair={sides.length > 1}>
              <SideHead
                side={name}
                isPair={sides.length > 1}
                isFirst={number === 1}
                statuses={number === 1 ? side.repeats : []}
              />
              <Steps turn={turn} number={number} side={name} source={sources[name]} />
            </Column>
          )
        })}
      </Columns>
    </section>
  )
}

const sideNames: readonly SideName[] = ['a', 'b']

type ColumnsProps = { count: number; rows: number; children: ReactNode }

/** One side after the other in the order of reading; where there is room beside each other, with rows in common. */
export function Columns({ count, rows, children }: ColumnsProps) {
  if (count < 2) return children
  return (
    <div
      style={{ '--rows': rows } as Record<string, number>}
      className="grid min-[760px]:grid-cols-2 *:[grid-row:span_var(--rows)]"
    >
      {children}
    </div>
  )
}

type ColumnProps = { side: SideName; isPair: boolean; children: ReactNode }

/** The cells of one side. */
export function Column({ side, isPair, children }: ColumnProps) {
  if (!isPair) return <div className="*:mb-2">{children}</div>
  return (
    <div
      className={cx(
        'grid min-w-0 content-start grid-rows-subgrid *:mb-2 *:min-w-0 max-[759px]:block',
        side === 'a'
          ? 'min-[760px]:pr-5 max-[759px]:mb-3'
          : 'min-[760px]:border-l min-[760px]:pl-5 max-[759px]:border-t max-[759px]:pt-1',
      )}
    >
      {children}
    </div>
  )
}

type SideHeadProps = {
  side: SideName
  isPair: boolean
  /** Beside each other the sides are told by the first heads; the others are for those who only hear them. */
  isFirst?: boolean
  statuses?: readonly string[]
}

/** Whose cells these are. */
export function SideHead({ side, isPair, isFirst = false, statuses = [] }: SideHeadProps) {
  if (!isFirst && !isPair) return null
  return (
    <div
      className={cx(
        'flex h-10 items-center gap-2.5',
        isFirst ? 'min-[760px]:border-b' : 'min-[760px]:sr-only',
      )}
    >
      {isPair && <SideMark side={side} />}
      <h3 className="grow font-semibold">{isPair ? `Answer ${side.toUpperCase()}` : 'Answer'}</h3>
      <Repeats statuses={statuses} />
    </div>
  )
}

type StepsProps = {
  turn: AlignedTurn
  number: number
  side: SideName
  source: ComponentSource
}

function Steps({ turn, number, side, source }: StepsProps) {
  if (turn.on !== 'both' && turn.on !== side) {
    return (
      <div>
        <Hole>This side did not come to this turn.</Hole>
      </div>
    )
  }
  return sideCells(turn.rows, side).map((cell) =>
    'missing' in cell ? (
      <div key={cell.row} style={{ gridRow: `span ${cell.missing.length}` }}>
        <Hole>{missingWords(cell.missing)}</Hole>
      </div>
    ) : (
      <div key={cell.row}>
        {cell.step.step === 'answer' ? (
          <Answer
            text={cell.step.text}
            pair={cell.other?.step === 'answer' ? `${number}.${cell.row}` : undefined}
          />
        ) : (
          <TranscriptStepView step={cell.step} source={source} />
        )}
      </div>
    ),
  )
}

type AnswerProps = Pick<Extract<TranscriptStep, { step: 'answer' }>, 'text'> & {
  /** What it is compared with has the same. */
  pair: string | undefined
}

function Answer({ text, pair }: AnswerProps) {
  return (
    <div data-differs={pair} className="pb-1 text-base leading-[23px]">
      <Markdown text={text} />
    </div>
  )
}
