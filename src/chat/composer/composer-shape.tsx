import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

type ComposerShapeProps = Omit<ComponentProps<'section'>, 'className'> & {
  /** Above the box. */
  above?: ReactNode
  choices?: ReactNode
  /** Buttons beside them, which keep their room while they are not shown. */
  tools?: ReactNode
  hasTools?: boolean
  /** Stop and send. */
  actions: ReactNode
  /** Below the box. */
  below: ReactNode
}

const box =
  'rounded-[14px] border border-line-strong bg-surface pt-3 pr-3 pb-2.5 pl-3.5 shadow-float focus-within:border-accent has-[textarea:focus]:ring-1 has-[textarea:focus]:ring-accent'

/** Where everything stands in the composer. It reads nothing: a new thread's first frame is drawn with it too. */
export function ComposerShape(props: ComposerShapeProps) {
  const { above, choices, tools, hasTools = false, actions, below, children, ...section } = props
  return (
    <div className="flex-none px-4 pb-5 sm:px-7 print:hidden">
      <div className="mx-auto w-full max-w-[740px]">
        {above}
        <section {...section} className={box}>
          {children}
          <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-1 gap-y-2">
            <div className="flex min-h-7 min-w-0 flex-wrap items-center gap-1 max-sm:w-full">
              {choices}
            </div>
            <div className={cx('flex grow gap-1', !hasTools && 'invisible')}>{tools}</div>
            <div className="flex flex-none items-center gap-2">{actions}</div>
          </div>
        </section>
      </div>
      {below}
    </div>
  )
}

/** The line below the box. */
export const hintLine =
  'mx-auto mt-2 flex w-full max-w-[740px] flex-wrap items-center justify-center gap-x-2 gap-y-1 text-center'

/** What the keys do, where nothing else is to be said. */
export const keysHint = 'Enter sends · Shift+Enter starts a new line'
