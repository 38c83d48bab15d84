import { Tabs as Radix } from 'radix-ui'
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from 'react'
import { cx } from './cx.ts'

const listClass = 'flex gap-[18px] overflow-x-auto overflow-y-hidden border-b'
const tabClass =
  'cursor-pointer whitespace-nowrap pb-[9px] text-ink-2 no-underline transition-colors hover:text-ink focus-visible:rounded-sm focus-visible:-outline-offset-2'

type TabListProps = {
  label: string
  children: ReactNode
  /** Margins. */
  className?: string
}

/** A row of links that look like tabs: each leads to an address of its own. */
export function TabList({ label, children, className }: TabListProps) {
  return (
    <nav aria-label={label} className={cx(listClass, className)}>
      {children}
    </nav>
  )
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
        'aria-[current=page]:font-strong aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-2px_var(--accent)]',
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
  /** Padding around the row of tabs, inside its line. */
  listClassName?: string
}

/** Tabs within a page; only the chosen one's content is mounted. */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onValueChange,
  listClassName,
}: TabsProps<Id>) {
  return (
    <Radix.Root value={value} onValueChange={(id) => onValueChange(id as Id)}>
      <Radix.List aria-label={label} className={cx(listClass, listClassName)}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className={cx(
              tabClass,
              'data-[state=active]:font-strong data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-2px_var(--accent)]',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
