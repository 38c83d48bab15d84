import { useEffect, useRef } from 'react'
import { OptionButton } from '../../../../ui/controls/option-button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { SelectMenu } from '../../../../ui/overlay/select-menu.tsx'
import { markOf, type RubricRow, rowName, type SideName } from '../judging/rubric-rows.ts'
import type { Review } from '../judging/use-review.ts'
import { SideMark } from './side-mark.tsx'

type RubricProps = { review: Review }
type Place = { row: RubricRow; at: number }

/** The rubric of each side, side by side; the tinted row takes the next digit. */
export function WideRubric({ review }: RubricProps) {
  return (
    <div
      className={cx(
        'grid max-h-[38vh] overflow-y-auto px-5',
        review.isPair && 'grid-cols-2 *:last:border-l *:last:pl-5',
      )}
    >
      {sidesOf(review).map(({ side, places }) => (
        <div key={side} className="grid content-start gap-y-[3px] py-[11px] pr-5">
          {places.map(({ row, at }, place) => (
            <WideRow
              key={row.item.key}
              review={review}
              row={row}
              at={at}
              hasMark={review.isPair && place === 0}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function WideRow({ review, row, at, hasMark }: RubricProps & Place & { hasMark: boolean }) {
  const line = useRef<HTMLFieldSetElement>(null)
  const isCurrent = review.row === at && !review.refusal
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <fieldset
      ref={line}
      aria-label={rowName(row, review.rows)}
      aria-current={isCurrent || undefined}
      onFocus={() => review.row !== at && review.chooseRow(at)}
      className={cx(
        '-mx-1.5 grid min-h-[34px] grid-cols-[118px_1fr] items-center rounded-control px-1.5 py-1',
        isCurrent && 'bg-accent-soft',
      )}
    >
      <span aria-hidden className="flex items-center gap-2 pr-2 font-strong leading-4">
        {hasMark && <SideMark side={row.side} isSmall />}
        <span className={cx('min-w-0', review.isPair && !hasMark && 'pl-[26px]')}>
          {row.item.label}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-[5px]">
        <Options review={review} row={row} at={at} />
        {isCurrent && (
          <span aria-hidden className="ml-1 text-ink-2 text-xs">
            press 1 to {row.options.length}
          </span>
        )}
      </span>
    </fieldset>
  )
}

function Options({ review, row, at }: RubricProps & Place) {
  const chosen = markOf(review.judgement.verdict, row)
  return row.options.map(({ value, label }, place) => (
    <OptionButton
      key={value}
      isChosen={value === chosen}
      keyName={String(place + 1)}
      tone={value === 'pass' ? 'ok' : value === 'fail' ? 'bad' : 'accent'}
      disabledReason={review.refusal}
      onChoose={() => review.change({ what: 'mark', row: at, value })}
      className={row.item.kind === 'scale' ? 'w-[30px] px-0!' : 'px-[7px]! max-[1099px]:h-8!'}
    >
      {label}
    </OptionButton>
  ))
}

/** The same below each other: what has few answers as buttons, the rest as menus. */
export function NarrowRubric({ review }: RubricProps) {
  const passItems = review.item.rubric.filter(({ kind }) => kind === 'pass').length
  return (
    <div className="max-h-[30dvh] overflow-y-auto">
      {sidesOf(review).map(({ side, places }) => (
        <div key={side} className="flex items-start gap-2 py-1">
          {review.isPair && (
            <span className="pt-1">
              <SideMark side={side} />
            </span>
          )}
          <div className="flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-1.5">
            {places.map(({ row, at }) =>
              row.item.kind === 'pass' ? (
                <fieldset
                  key={row.item.key}
                  aria-label={rowName(row, review.rows)}
                  className="flex grow flex-wrap items-center gap-[5px]"
                >
                  {passItems > 1 && (
                    <span aria-hidden className="text-ink-2 text-sm">
                      {row.item.label}
                    </span>
                  )}
                  <Options review={review} row={row} at={at} />
                </fieldset>
              ) : (
                <RowMenu key={row.item.key} review={review} row={row} at={at} />
              ),
            )}
          </div>
        </div>
      ))}
    </div>
  )
}

function RowMenu({ review, row, at }: RubricProps & Place) {
  const { label } = row.item
  const chosen = markOf(review.judgement.verdict, row)
  return (
    <SelectMenu
      label={rowName(row, review.rows)}
      variant="default"
      // What is no option is shown as it is: nothing is chosen yet.
      value={chosen === undefined ? label : String(chosen)}
      options={row.options.map((option) => ({
        value: String(option.value),
        label:
          row.item.kind === 'scale'
            ? `${label} ${option.label} of ${row.options.length}`
            : `${label}: ${option.label}`,
      }))}
      onValueChange={(text) => {
        const option = row.options.find(({ value }) => String(value) === text)
        if (option) review.change({ what: 'mark', row: at, value: option.value })
      }}
      disabledReason={review.refusal}
    />
  )
}

function sidesOf({ rows }: Review): { side: SideName; places: Place[] }[] {
  const places = rows.map((row, at) => ({ row, at }))
  const sides = [...new Set(rows.map(({ side }) => side))]
  return sides.map((side) => ({ side, places: places.filter(({ row }) => row.side === side) }))
}
