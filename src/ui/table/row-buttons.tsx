import { type ComponentProps, type ReactNode, useContext, useState } from 'react'
import { useCopy } from '../controls/use-copy.ts'
import { MenuList } from '../overlay/menu-list.tsx'
import { useMenu } from '../overlay/use-menu.ts'
import { Words } from '../words.ts'

/** Small buttons for the rows of a LongTable, whose tips are the table's: as few elements and hooks as will do. */

const buttonClass =
  'flex size-[26px] flex-none cursor-pointer items-center justify-center rounded-control text-[7px] text-ink-2 tracking-[1px] hover:bg-sunken hover:text-ink print:hidden'

function RowButton({ label, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button type="button" {...rest} aria-label={label} data-tip={label} className={buttonClass} />
  )
}

/** Copies a text, and says whether that worked. */
export function RowCopyButton({ text, label }: { text: string; label: string }) {
  const { outcome, copy } = useCopy(text)
  // What is read out has to be there before its words are; of all rows only one is ever pressed.
  const [isNear, setIsNear] = useState(false)
  const come = () => setIsNear(true)
  return (
    <>
      <RowButton label={label} onClick={copy} onPointerEnter={come} onFocus={come}>
        {outcome ? <RowIcon path={outcomePaths[outcome]} /> : <span className={copyIcon} />}
      </RowButton>
      {isNear && <CopyOutcome outcome={outcome} />}
    </>
  )
}

function CopyOutcome({ outcome }: { outcome: 'copied' | 'failed' | undefined }) {
  const words = useContext(Words)
  return (
    <span role="status" className="sr-only">
      {outcome && words[outcome === 'copied' ? 'copied' : 'copyFailed']}
    </span>
  )
}

/** A Menu behind three dots. `items` are made while it is open. */
export function RowMenu({ label, items }: { label: string; items: () => ReactNode }) {
  const menu = useMenu()
  return (
    <>
      <RowMenuButton label={label} menu={menu} />
      {menu.opened && (
        <MenuList menu={menu} align="end" label={undefined}>
          {items()}
        </MenuList>
      )}
    </>
  )
}

/** The button of a menu whose items are made elsewhere. */
export function RowMenuButton({
  label,
  menu,
}: {
  label: string
  menu: ReturnType<typeof useMenu>
}) {
  return (
    <RowButton label={label} {...menu.triggerProps}>
      •••
    </RowButton>
  )
}

// Two boxes and three letters instead of drawings, which take as long as all else in a row.
const copyIcon =
  'relative size-[13px] before:absolute before:top-0 before:left-0 before:size-[9px] before:rounded-tl-[2px] before:border-current before:border-t before:border-l after:absolute after:right-0 after:bottom-0 after:size-[9px] after:rounded-[2px] after:border after:border-current'
const outcomePaths = { copied: 'M20 6 9 17l-5-5', failed: 'M18 6 6 18M6 6l12 12' }

function RowIcon({ path }: { path: string }) {
  return (
    <svg
      aria-hidden
      width={14}
      height={14}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )
}
