import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useFocusOnFault } from '../../ui/controls/use-focus-on-fault.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Dialog, DialogActions, DialogCancel } from '../../ui/overlay/dialog.tsx'
import { Note } from '../../ui/page/note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { submitOnCommandEnter } from './submit-on-command-enter.ts'
import { useUnsaved } from './unsaved.ts'
import type { FieldRefusal } from './use-field-refusal.ts'

type FormDialogProps = {
  title: string
  description?: ReactNode
  size?: 'md' | 'lg'
  onClose: () => void
  /** Something that was typed would be lost. */
  isDirty: boolean
  isPending?: boolean
  /** What was refused. It is told above the buttons, where fields tell it as far as they do not. */
  error?: ApiError | null
  refusal?: Pick<FieldRefusal, 'others'>
  submitLabel: string
  /** What it was opened for is there no more, and what is typed makes another one. */
  isGone?: boolean
  /** What the fields begin with is being read, in words: it stands in their place until then. */
  reading?: string | undefined
  /** Why it cannot be sent yet. */
  missing?: string | undefined
  onSubmit: () => void
  /** Stands in place of the form once that has done its work; only what is in it closes the window then. */
  result?: ReactNode
  /** The fields. */
  children: ReactNode
}

/**
 * A window with a form in it, to be drawn while it is open. However it is left, typed text is lost only after a
 * question. Whenever there is another fault, the first field that it stands at takes focus.
 */
export function FormDialog(props: FormDialogProps) {
  const { onClose, isDirty, isPending = false, error = null, result, reading } = props
  const missing = reading ?? props.missing
  const [isAsking, setIsAsking] = useState(false)
  const others = props.refusal ? props.refusal.others : error?.message
  const form = useFocusOnFault(error)
  useFocusWhenRead(form, reading !== undefined)
  useUnsaved(() => isDirty)
  return (
    <>
      <Dialog
        isOpen
        title={props.title}
        description={props.description}
        size={props.size ?? 'md'}
        isLocked={isPending}
        closesFromWithin={Boolean(result)}
        onClose={() => (isDirty ? setIsAsking(true) : onClose())}
      >
        {result || (
          <form
            ref={form}
            onSubmit={(event) => {
              event.preventDefault()
              // A form inside a React tree also submits the forms around it, portal or not.
              event.stopPropagation()
              if (!isPending && !missing) props.onSubmit()
            }}
            onKeyDown={submitOnCommandEnter}
            className="flex flex-col gap-4"
          >
            {props.isGone && (
              <Note tone="warn">
                It was deleted elsewhere. What stands here can be made anew, or discarded.
              </Note>
            )}
            {reading ? <Skeleton label={reading} lines={4} /> : props.children}
            {others && <Note tone="bad">{others}</Note>}
            <DialogActions>
              <DialogCancel />
              <Button
                type="submit"
                variant="primary"
                isPending={isPending}
                disabledReason={missing}
              >
                {props.submitLabel}
              </Button>
            </DialogActions>
          </form>
        )}
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Discard what you typed?"
        consequence="It is not saved anywhere."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={async () => onClose()}
      />
    </>
  )
}

/** The first field takes focus when it comes. Until then a button of the window has it. */
function useFocusWhenRead(form: RefObject<HTMLFormElement | null>, isReading: boolean): void {
  const wasReading = useRef(isReading)
  useLayoutEffect(() => {
    if (wasReading.current && !isReading) {
      form.current?.querySelector<HTMLElement>('button, input, textarea')?.focus()
    }
    wasReading.current = isReading
  }, [form, isReading])
}
