import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type FactsProps = {
  /** `compact` is for narrow columns such as an inspector. */
  density?: 'normal' | 'compact'
  children: ReactNode
}

/** Terms and their values in two columns. Takes Fact elements. */
export function Facts({ density = 'normal', children }: FactsProps) {
  return (
    <dl
      className={cx(
        'grid',
        density === 'normal'
          ? 'grid-cols-[minmax(88px,138px)_minmax(0,1fr)] gap-x-3 gap-y-2.5'
          : 'grid-cols-[98px_minmax(0,1fr)] gap-x-1.5 gap-y-[7px]',
      )}
    >
      {children}
    </dl>
  )
}

/** One term and its value. */
export function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
