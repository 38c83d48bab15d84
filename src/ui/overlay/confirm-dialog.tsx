import { type FormEvent, type ReactNode, useContext, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { Note } from '../page/note.tsx'
import { DangerPlace } from './danger-place.ts'
import { Dialog, DialogActions } from './dialog.tsx'

export type ConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** What will happen and what cannot be brought back. */
  consequence: ReactNode
  /** Further choices, above the buttons. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'danger' | 'primary'
  /** Why it cannot be done any more, where that came up while the question stood there. */
  refusal?: string | undefined
  /** Has to be typed before the action can be pressed. */
  typedName?: string
  /** Closes when it resolves. When it rejects, the dialog stays and shows the error's message. */
  onConfirm: () => Promise<unknown>
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [isPending, setIsPending] = useState(false)
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      description={props.consequence}
      isLocked={isPending}
      role="alertdialog"
    >
      <ConfirmForm {...props} isPending={isPending} setIsPending={setIsPending} />
    </Dialog>
  )
}

/** Lives only while the dialog is open, so each opening starts with an empty name and no error. */
function ConfirmForm({
  onClose,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  typedName,
  refusal,
  onConfirm,
  isPending,
  setIsPending,
}: ConfirmDialogProps & { isPending: boolean; setIsPending: (isPending: boolean) => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const place = useContext(DangerPlace)
  const isNameMissing = typedName !== undefined && typed.trim() !== typedName

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A form inside a React tree also submits the forms around it, portal or not.
    event.stopPropagation()
    if (isNameMissing || isPending || refusal) return
    setError(undefined)
    setIsPending(true)
    try {
      await onConfirm()
      onClose()
    } catch (cause) {
      setError(
        cause instanceof Error ? cause.message : 'This did not work, and no reason was given.',
      )
    } finally {
      setIsPending(false)
    }
  }

  return (
    <form onSubmit={submit}>
      {place && tone === 'danger' && (
        <div className="mb-4">
          <Note tone="warn" title={`You are on ${place}, which is marked as production`} />
        </div>
      )}
      {children && <div className="mb-4">{children}</div>}
      {typedName !== undefined && (
        <Field label={`Type ${typedName} to confirm`}>
          <TextInput
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            isMono
          />
        </Field>
      )}
      {refusal && <Note tone="warn">{refusal}</Note>}
      {error && !refusal && (
        <div className={typedName === undefined ? '' : 'mt-3'}>
          <Note tone="bad">{error}</Note>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose} disabledReason={isPending ? 'Already under way' : undefined}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          variant={tone}
          isPending={isPending}
          disabledReason={refusal ?? (isNameMissing ? `Type ${typedName} first` : undefined)}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  )
}
