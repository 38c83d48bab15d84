import { Check, ChevronDown, Pencil, Plus, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { DeleteItem } from '../../../ui/overlay/delete-item.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import { columnsName } from '../columns/shown-columns.ts'
import { useReplaceView } from './use-replace-view.ts'
import { useGoneDeployments, useViews, type ViewsOfList } from './use-views.ts'
import { queryOf, quoted } from './view-filters.ts'

const NameViewDialog = lazyPart(() =>
  import('./name-view-dialog.tsx').then((code) => code.NameViewDialog),
)
const DeleteViewDialog = lazyPart(() =>
  import('./delete-view-dialog.tsx').then((code) => code.DeleteViewDialog),
)

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

type ViewsMenuProps = ViewsOfList & {
  /** The columns that are chosen, which a view brings along; null where all are shown. */
  columns: string | null
}

/** The views of a list: one click to each, and what can be done with them. */
export function ViewsMenu({ columns, ...list }: ViewsMenuProps) {
  const { page, url, names } = list
  const { views, now, isRead, error } = useViews(list)
  const [lastId, setLastId] = useState<string | null>(null)
  const [dialog, setDialog] = useState<'save' | 'rename' | 'delete' | null>(null)
  const gone = useGoneDeployments(views.flatMap(({ filters }) => filters.deployment ?? []))
  const active = views.find(({ isActive }) => isActive)
  const last = views.find(({ view }) => view.id === lastId)
  const kept = new URLSearchParams(now)
  if (columns) kept.set(columnsName, columns)
  const query = queryOf(Object.fromEntries(kept))
  const replace = useReplaceView(query)
  const show = (filters: Readonly<Record<string, string>>) =>
    url.setAll({ ...Object.fromEntries(names.map((name) => [name, null])), ...filters })
  return (
    <>
      <Menu
        trigger={
          <Button
            aria-label={active ? `View: ${active.view.name}` : 'Views'}
            className="max-w-56 max-[599px]:max-w-28"
          >
            <span className="min-w-0 truncate">{active?.view.name ?? 'Views'}</span>
            <ChevronDown {...iconProps} className="flex-none" />
          </Button>
        }
      >
        {views.map(({ view, filters, ignored, isActive }) => (
          <MenuItem
            key={view.id}
            isChosen={isActive}
            icon={<Check {...iconProps} className={isActive ? '' : 'invisible'} />}
            description={oddities(gone.has(filters.deployment ?? ''), ignored)}
            onSelect={() => {
              setLastId(view.id)
              show(filters)
            }}
          >
            {view.name}
          </MenuItem>
        ))}
        {views.length === 0 && (
          <span className="block max-w-64 px-2 py-1 text-ink-2 text-sm">
            {error
              ? `The views could not be read: ${error.message}`
              : isRead
                ? 'A view keeps the filters of this list under a name, for everybody.'
                : 'Loading the views'}
          </span>
        )}
        <MenuSeparator />
        {last && !last.isActive && (
          <MenuItem
            acts
            icon={<RotateCw {...iconProps} />}
            disabledReason={query ? undefined : nothingSet}
            onSelect={() => void replace(last.view)}
          >
            Replace “{last.view.name}” by these filters
          </MenuItem>
        )}
        <MenuItem
          acts
          icon={<Plus {...iconProps} />}
          disabledReason={
            active
              ? `These are the filters of “${active.view.name}”`
              : query
                ? undefined
                : nothingSet
          }
          onSelect={() => setDialog('save')}
        >
          Save as a view…
        </MenuItem>
        {active && (
          <>
            <MenuItem
              acts
              icon={<Pencil {...iconProps} />}
              onSelect={() => {
                setLastId(active.view.id)
                setDialog('rename')
              }}
            >
              Rename…
            </MenuItem>
            <DeleteItem acts onSelect={() => setDialog('delete')} />
          </>
        )}
      </Menu>
      {dialog === 'save' && (
        <NameViewDialog
          page={page}
          query={query}
          others={views.map(({ view }) => view)}
          onClose={() => setDialog(null)}
          onSaved={(view) => {
            setLastId(view.id)
            // So that it is what is shown: the columns may have been one's own until now.
            if (columns) url.set(columnsName, columns)
          }}
        />
      )}
      {dialog === 'rename' && active && (
        <NameViewDialog
          page={page}
          view={active.view}
          query={active.view.query}
          others={views.map(({ view }) => view).filter(({ id }) => id !== active.view.id)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && active && (
        <DeleteViewDialog view={active.view} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

const nothingSet = 'Set a filter or choose columns first'

/** What does not hold any more of what a view asks for. */
function oddities(isGone: boolean, ignored: readonly string[]): string {
  const words = [
    isGone && 'Its deployment is gone',
    ignored.length > 0 && `Passes over ${quoted(ignored)}, which this page does not know`,
  ]
  return words.filter(Boolean).join('. ')
}
