import type { ReactNode } from 'react'
import { Card, CardHeader } from './card.tsx'
import { CopyButton } from './copy-button.tsx'

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
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      <pre className="mono w-max min-w-full px-4 py-3 text-ink-2 leading-[19px]">
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
      <div className="absolute top-1.5 right-0 flex rounded-l-control bg-sunken pr-1.5">
        {actions}
        {copy}
      </div>
    </div>
  )
}
