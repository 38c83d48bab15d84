import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '../../../ui/cx.ts'

type MorePartProps = {
  title: string
  /** What is inside, in a few words. */
  detail: string
  /** One of the fields inside is faulty: it is open then. */
  hasError: boolean
  isOpenAtFirst: boolean
  children: ReactNode
}

/** Fields that few deployments need. Opens by itself for an error inside. */
export function MorePart({ title, detail, hasError, isOpenAtFirst, children }: MorePartProps) {
  const [isOpened, setIsOpened] = useState(isOpenAtFirst)
  const isOpen = isOpened || hasError
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpened(!isOpen)}
        className="-ml-1 flex min-h-6 cursor-pointer items-center gap-1 rounded-sm px-1 text-left font-strong"
      >
        <ChevronRight
          aria-hidden
          size={14}
          strokeWidth={1.8}
          className={cx('flex-none transition-transform', isOpen && 'rotate-90')}
        />
        {title}
        <span className="ml-1 font-normal text-ink-3">{detail}</span>
      </button>
      <div hidden={!isOpen} className="mt-3 flex flex-col gap-[22px]">
        {children}
      </div>
    </div>
  )
}
