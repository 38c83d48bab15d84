import type { ReactNode } from 'react'
import { CopyButton } from '../controls/copy-button.tsx'
import { cx } from '../cx.ts'
import { Card, CardHeader } from './card.tsx'

type CodeBlockProps = {
  /** What the copy button gives. */
  code: string
  /** Names the block for those who cannot see it. */
  label: string
  /** “Copy” and the label when absent. */
  copyLabel?: string
  /** With a title the block becomes a card, its actions beside the copy button. */
  title?: string
  actions?: ReactNode
  /** The code as it is shown, if coloured; otherwise `code`. */
  children?: ReactNode
}

/** Code to read and to take along; long lines scroll sideways. */
export function CodeBlock(props: CodeBlockProps) {
  const { code, label, copyLabel = `Copy ${label}`, title, actions, children } = props
  const copy = <CopyButton text={code} label={copyLabel} />
  const body = (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
      tabIndex={0}
      // Code reads from left to right in every language.
      dir="ltr"
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      <pre
        className={cx(
          'mono w-max min-w-full py-3 pl-4 text-ink-2 leading-[19px]',
          // What stands over the end of the first line can be scrolled past.
          title ? 'pr-4' : actions ? 'pr-44' : 'pr-11',
        )}
      >
        <code>{children ?? code}</code>
      </pre>
    </section>
  )
  if (title) {
    return (
      <Card>
        <CardHeader
          title={title}
          actions={
            <>
              {actions}
              {copy}
            </>
          }
        />
        <div className="bg-sunken">{body}</div>
      </Card>
    )
  }
  return (
    <div className="relative min-w-0 overflow-hidden rounded-md bg-sunken">
      {body}
      <div className="absolute top-1.5 right-0 flex bg-sunken pr-1.5 before:absolute before:inset-y-0 before:right-full before:w-4 before:bg-[linear-gradient(to_right,transparent,var(--sunken))] before:content-[''] print:hidden">
        {actions}
        {copy}
      </div>
    </div>
  )
}
