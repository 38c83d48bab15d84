import {
  type ComponentProps,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
} from 'react'
import { cx } from '../cx.ts'
import { Tip, useTip } from '../floating/use-tip.tsx'

type LongTableProps = Pick<ComponentProps<'tbody'>, 'ref' | 'onClick' | 'onKeyDown'> & {
  label: string
  /** How many rows there are, the head included. */
  rowCount: number
  /** Below 900 px rows are higher: cells with `longSecondLine` stand below the others there. */
  hasSecondLine?: boolean
  /** Below 600 px rows are higher still: there is room for a line between those two. */
  hasThirdLine?: boolean
  /** LongTh for each column. */
  head: ReactNode
  /** Rows with what `longRow` says, of cells with what `longCell` says. */
  children: ReactNode
}

/**
 * A table that may have ten thousand rows, of which it is given those on the screen. Each row is a box of its
 * own with a fixed height, and its columns are as wide as their classes say, the same in the head: so a row that
 * comes or goes is laid out and painted alone. The roles are told, since boxes are not cells to every browser.
 * What has `data-tip` in a row shows it as a Tooltip would.
 */
export function LongTable({
  label,
  rowCount,
  hasSecondLine = false,
  hasThirdLine = false,
  head,
  children,
  onClick,
  onKeyDown,
  ref,
}: LongTableProps) {
  const { tip, handlers } = useTips()
  const id = useId()
  return (
    <>
      <table
        {...role('table')}
        aria-label={label}
        aria-rowcount={rowCount}
        className={cx(
          'block [--row:38px]',
          hasSecondLine && 'max-[899px]:[--row:54px]',
          hasThirdLine && 'max-[599px]:[--row:80px]',
        )}
      >
        <thead {...role('rowgroup')} className="block">
          <tr {...role('row')} aria-rowindex={1} className="flex h-8 items-center">
            {head}
          </tr>
        </thead>
        <tbody
          {...role('rowgroup')}
          ref={ref}
          {...handlers}
          onClick={(event) => {
            tip.now(null)
            onClick?.(event)
          }}
          onKeyDown={onKeyDown}
          className="block"
        >
          {children}
        </tbody>
      </table>
      {tip.anchor && (
        <Tip tip={tip} anchor={tip.anchor} id={id}>
          {tip.anchor.getAttribute('data-tip')}
        </Tip>
      )}
    </>
  )
}

/** A column's heading. One without words needs a child with class `sr-only`. */
export function LongTh({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th
      {...role('columnheader')}
      scope="col"
      className={cx('relative min-w-0 px-3 text-left font-medium text-ink-3 text-sm', className)}
    >
      {children}
    </th>
  )
}

/** What a row that leads somewhere is given: one whose box is checked is tinted, and the palest ink is too pale there. Plain elements: of components there would be hundreds. */
export function longRow(rowIndex: number) {
  return {
    ...role('row'),
    'aria-rowindex': rowIndex,
    className:
      'group/row flex h-(--row) cursor-pointer items-center border-t contain-strict hover:bg-bg has-checked:bg-accent-soft has-checked:[--ink-3:var(--ink-2)] print:h-auto print:min-h-[38px] print:contain-none',
  }
}

/** What stands for rows that are not drawn. */
export function LongSpace({ rows }: { rows: number }) {
  if (rows <= 0) return null
  return <tr aria-hidden className="block" style={{ height: `calc(${rows} * var(--row))` }} />
}

/** What a cell is given: classes of its column, which tell how wide it is, and its own. Make it once for all rows. */
export function longCell(column: string, own?: string) {
  return { ...role('cell'), className: cx('min-w-0 px-3', column, own) }
}

/**
 * Classes of a cell that stands in the row's second line below 900 px, with where it begins and ends there, and
 * of the cells above that line.
 */
export const longSecondLine = 'max-[899px]:absolute max-[899px]:bottom-2 max-[899px]:text-sm'
export const longFirstLine = 'max-[899px]:pb-[19px]'
/** Of a heading whose column is in the second line: it is only read out there. */
export const longSecondLineHead = 'max-[899px]:sr-only'

/** A role that an element has already, while it is drawn as what it is. */
function role(name: string) {
  return { role: name }
}

/** The tips of all rows, by one set of handlers. */
function useTips() {
  const tip = useTip()
  const { anchor, now, soon } = tip
  // A row that was scrolled away takes no leave.
  useLayoutEffect(() => {
    if (anchor && !anchor.isConnected) now(null)
  })
  const comesTo = ({ relatedTarget }: MouseEvent, element: Element) =>
    relatedTarget instanceof Node && element.contains(relatedTarget)
  return {
    tip,
    handlers: {
      onPointerOver(event: PointerEvent) {
        const element = withTip(event.target)
        if (element && event.pointerType !== 'touch' && !comesTo(event, element)) soon(element)
      },
      onPointerOut(event: PointerEvent) {
        const element = withTip(event.target)
        if (element && event.pointerType !== 'touch' && !comesTo(event, element)) soon(null)
      },
      onFocus({ target }: FocusEvent) {
        const element = withTip(target)
        if (element?.matches(':focus-visible')) now(element)
      },
      onBlur({ target }: FocusEvent) {
        if (withTip(target)) now(null)
      },
    },
  }
}

function withTip(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest('[data-tip]') : null
}
