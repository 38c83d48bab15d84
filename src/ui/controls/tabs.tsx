import {
  type ComponentProps,
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { cx } from '../cx.ts'

const listClass = 'flex gap-1.5 overflow-x-auto overflow-y-hidden'
/** The list reaches further to both sides than its line, so that the ring around a tab clears the letters. */
const alignedClass =
  '-mx-1.5 bg-[linear-gradient(var(--line),var(--line))] bg-[position:bottom] bg-[size:calc(100%-12px)_1px] bg-no-repeat pb-px'
const tabClass =
  'relative cursor-pointer whitespace-nowrap px-1.5 pt-1 pb-[9px] text-ink-2 no-underline transition-colors after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.5 hover:text-ink focus-visible:rounded-sm focus-visible:-outline-offset-2'

type TabListProps = {
  label: string
  children: ReactNode
  /** Margins. */
  className?: string
}

/** A row of links that look like tabs: each leads to an address of its own. */
export function TabList({ label, children, className }: TabListProps) {
  const list = useRef<HTMLElement>(null)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current=page]')
    if (!list.current || !current || current === shown.current) return
    shown.current = current
    bringIntoView(list.current, current)
  })
  return (
    <nav
      ref={list}
      aria-label={label}
      onFocus={bringFocusIntoView}
      className={cx(listClass, alignedClass, className)}
    >
      {children}
    </nav>
  )
}

/** Sideways only: the page itself stays where it is. */
function bringIntoView(list: Element, tab: Element) {
  const [all, one] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (one.right > all.right) list.scrollLeft += one.right - all.right
  else if (one.left < all.left) list.scrollLeft -= all.left - one.left
}

/** Browsers take a tab of which a part is seen for seen. */
function bringFocusIntoView({ currentTarget, target }: FocusEvent<HTMLElement>) {
  bringIntoView(currentTarget, target)
}

type TabProps = {
  /** A link element. The one with `aria-current="page"` (a router's NavLink sets it) is shown as chosen. */
  render: ReactElement<ComponentProps<'a'>>
  children: ReactNode
}

/** One link of a TabList. */
export function Tab({ render, children }: TabProps) {
  return cloneElement(
    render,
    {
      className: cx(
        tabClass,
        'aria-[current=page]:font-strong aria-[current=page]:text-ink aria-[current=page]:after:bg-accent',
      ),
    },
    children,
  )
}

type TabsProps<Id extends string> = {
  label: string
  tabs: readonly { id: Id; label: ReactNode; content: ReactNode }[]
  value: Id
  onValueChange: (id: Id) => void
  /** The row of tabs has padding of its own, and its line goes from edge to edge of what it is in. */
  isInset?: boolean
  /** Margins of the row of tabs. */
  listClassName?: string
}

/** Tabs within a page: arrow keys choose; only the chosen one's content is mounted. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onValueChange,
  isInset = false,
  listClassName,
}: TabsProps<Id>) {
  const id = useId()
  const chosen = tabs.find((tab) => tab.id === value)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // From the one with focus: who chooses may take a moment to show it.
    const all: EventTarget[] = [...event.currentTarget.children]
    const at = all.indexOf(event.target)
    if (at < 0) return
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    onValueChange(next.id)
    const tab = event.currentTarget.children[tabs.indexOf(next)]
    if (tab instanceof HTMLElement) tab.focus()
  }
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={bringFocusIntoView}
        className={cx(listClass, isInset ? 'border-b px-2.5 pt-2' : alignedClass, listClassName)}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${id}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onValueChange(tab.id)}
            className={cx(
              tabClass,
              'aria-selected:font-strong aria-selected:text-ink aria-selected:after:bg-accent',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {chosen && (
        <div
          key={chosen.id}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${chosen.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable by keyboard
          tabIndex={0}
        >
          {chosen.content}
        </div>
      )}
    </div>
  )
}
