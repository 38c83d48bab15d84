import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type PageTitleProps = {
  id?: string
  children: string
  /** The state of what the page is about, where it is read out with its name. */
  state?: ReactNode
}

/** The name of a page. It can be given focus, as when a page is come to, or when what had focus goes away. */
export function PageTitle({ id, children, state }: PageTitleProps) {
  return (
    <h1
      id={id}
      tabIndex={-1}
      className={cx(
        'min-w-0 break-words font-title text-xl tracking-[-0.015em]',
        Boolean(state) && 'flex flex-wrap items-center gap-x-2.5',
      )}
    >
      {children}
      {state && <> {state}</>}
    </h1>
  )
}

type PageHeaderProps = {
  title: string
  state?: ReactNode
  /** Beside the title. */
  beside?: ReactNode
  /** A line below the title. */
  detail?: ReactNode
  /** At the end of the line: filters and actions, the main one last. */
  children?: ReactNode
}

/** What a page begins with. */
export function PageHeader({ title, state, beside, detail, children }: PageHeaderProps) {
  return (
    <header className="mb-4 flex flex-wrap items-center gap-2">
      <div className={cx('min-w-0 grow', Boolean(detail || beside) && 'basis-72')}>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <PageTitle state={state}>{title}</PageTitle>
          {beside}
        </div>
        {detail}
      </div>
      {children}
    </header>
  )
}
