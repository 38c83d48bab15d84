import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { DialogActions, DialogCancel } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { submitOnCommandEnter } from '../../forms/submit-row.tsx'
import { type Dotenv, parseDotenv } from './dotenv.ts'

type PasteDotenvDialogProps = {
  onClose: () => void
  onTake: (read: Dotenv) => void
}

/** Takes many secrets at once from the text of a .env file. */
export function PasteDotenvDialog({ onClose, onTake }: PasteDotenvDialogProps) {
  const [text, setText] = useState('')
  const read = parseDotenv(text)
  const count = read.entries.length
  const hint = count > 0 ? `Found ${read.entries.map(({ name }) => name).join(', ')}.` : ' '
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The form around the window would hear of it too.
    event.stopPropagation()
    onTake(read)
    onClose()
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Paste .env"
      description="One NAME=value a line. Names that are in the list already get the new value."
      isDirty={text !== ''}
    >
      <form onSubmit={submit} onKeyDown={submitOnCommandEnter}>
        <Field
          label="Lines"
          hint={hint}
          error={
            read.unreadLines.length > 0 &&
            `Not of the form NAME=value: line ${read.unreadLines.join(', ')}. The others can be added.`
          }
        >
          <TextArea
            isMono
            rows={8}
            value={text}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
            autoComplete="off"
          />
        </Field>
        <DialogActions>
          <DialogCancel />
          <Button
            type="submit"
            variant="primary"
            disabledReason={count === 0 ? 'Paste at least one NAME=value' : undefined}
          >
            {count > 0 ? `Add ${count}` : 'Add'}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  )
}
