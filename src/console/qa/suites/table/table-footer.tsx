import { Kbd } from '../../../../ui/controls/kbd.tsx'
import { openKeys } from '../save-key.ts'

type TableFooterProps = {
  /** The first and the end (exclusive) of the rows on the screen. */
  seen: { from: number; to: number }
  shown: number
  total: number
}

/** Which rows are on the screen, and the keys of the table. */
export function TableFooter({ seen, shown, total }: TableFooterProps) {
  const { from, to } = seen
  const of = shown < total ? `${shown} shown, ${total} in all` : `${total}`
  const isWhole = from === 0 && to >= shown
  return (
    <div className="mt-2 flex flex-none flex-wrap items-center gap-x-3 gap-y-1 px-0.5 text-ink-2 text-xs tabular-nums">
      <p className="grow">
        {isWhole
          ? shown < total
            ? `${shown} of ${total} cases`
            : `${total} ${total === 1 ? 'case' : 'cases'}`
          : `${from + 1}–${to} of ${of}`}
      </p>
      {total > 0 && (
        <div className="flex gap-3 max-[899px]:hidden">
          <span>
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> walk
          </span>
          <span>
            <Kbd>Enter</Kbd> edit
          </span>
          <span>
            <Kbd>Tab</Kbd> next cell
          </span>
          <span>
            <Kbd>{openKeys}</Kbd> open turns
          </span>
        </div>
      )}
    </div>
  )
}
