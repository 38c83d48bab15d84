import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../../ui/cx.ts'
import { submitOnCommandEnter } from './submit-row.tsx'
import { useUnsaved } from './unsaved.ts'

type FormPageProps = Pick<ComponentProps<'form'>, 'onSubmit'> & {
  title: string
  /** At the end of the title's line. */
  menu?: ReactNode
  /** The fields, in the order in which the first faulty one takes focus, and a SubmitRow. */
  children: ReactNode
  /** The request that it sends, and what else is to be known beside the fields. */
  beside: ReactNode
  /** The page has other things at the side of the form: what is beside it stands below. */
  isInColumn?: boolean
  /** Something would be lost: who leaves is asked first. */
  isDirty: () => boolean
}

/** A form that is a page: its title and fields, at its side the request that it sends. */
export function FormPage(props: FormPageProps) {
  const { title, menu, children, beside, isInColumn = false, isDirty, onSubmit } = props
  const titleId = useId()
  useUnsaved(isDirty)
  return (
    <div
      className={cx(
        'grid min-w-0 content-start gap-x-8 gap-y-6',
        !isInColumn && 'min-[1160px]:grid-cols-[minmax(0,1fr)_400px]',
      )}
    >
      <form
        noValidate
        aria-labelledby={titleId}
        onSubmit={onSubmit}
        onKeyDown={submitOnCommandEnter}
        className="flex min-w-0 flex-col gap-[22px]"
      >
        <div className="flex items-start gap-2">
          <h1
            id={titleId}
            className="min-w-0 grow break-words font-title text-xl tracking-[-0.015em]"
          >
            {title}
          </h1>
          {menu}
        </div>
        {children}
      </form>
      <aside
        aria-label="Request"
        className={cx('flex min-w-0 flex-col gap-3', !isInColumn && 'min-[1160px]:pt-[50px]')}
      >
        {beside}
      </aside>
    </div>
  )
}
