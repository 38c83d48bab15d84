import { Check, ChevronDown } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { Menu, MenuItem, MenuSeparator, menuItemClass } from '../../../ui/overlay/menu.tsx'
import { store } from '../../shell/stored.ts'
import type { UrlFilters } from '../url-filters.ts'
import { columnsText } from './columns-text.ts'
import { columnsName, isShown } from './shown-columns.ts'
import type { ColumnChoice } from './use-columns.ts'

type ColumnsMenuProps = { choice: ColumnChoice; url: UrlFilters }

/**
 * Which columns a list shows. Where the address says it, as after choosing a view, the address is changed; one's own choice
 * otherwise. Phones have no columns, so there is no such choice.
 */
export function ColumnsMenu({ choice: { columns, text, storageKey }, url }: ColumnsMenuProps) {
  const keep = (next: string | null) =>
    url.get(columnsName) === null ? store(storageKey, next) : url.set(columnsName, next)
  return (
    <Menu
      trigger={
        <Button className="max-[599px]:hidden">
          Columns <ChevronDown aria-hidden size={14} strokeWidth={1.8} />
        </Button>
      }
    >
      {columns
        .filter(({ isKept }) => !isKept)
        .map((column) => {
          const isNeeded = column.tells?.some((name) => url.get(name)) ?? false
          const isOn = isNeeded || isShown(column, columns, text)
          return (
            <ColumnItem
              key={column.head}
              head={column.head}
              isOn={isOn}
              isNeeded={isNeeded}
              onToggle={() =>
                keep(
                  columnsText(columns, (one) =>
                    one === column ? !isOn : isShown(one, columns, text),
                  ),
                )
              }
            />
          )
        })}
      <MenuSeparator />
      <MenuItem
        disabledReason={text === null ? 'All are shown' : undefined}
        onSelect={() => keep(null)}
      >
        Show all
      </MenuItem>
    </Menu>
  )
}

type ColumnItemProps = { head: string; isOn: boolean; isNeeded: boolean; onToggle: () => void }

/** The menu stays open: several are switched one after the other. */
function ColumnItem({ head, isOn, isNeeded, onToggle }: ColumnItemProps) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={isOn}
      // Not `disabled`: that could not be reached by keyboard, so its reason would stay unread.
      aria-disabled={isNeeded || undefined}
      tabIndex={-1}
      onClick={() => !isNeeded && onToggle()}
      className={menuItemClass}
    >
      <Check
        aria-hidden
        size={14}
        strokeWidth={1.8}
        className={isOn ? 'flex-none' : 'invisible flex-none'}
      />
      <span>
        {head}
        {isNeeded && <span className="block text-ink-2 text-sm">The list is filtered by it</span>}
      </span>
    </button>
  )
}
