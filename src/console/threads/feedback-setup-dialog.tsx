import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceCards } from '../../ui/controls/choice-card.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { DialogActions, DialogCancel } from '../../ui/overlay/dialog.tsx'
import { Note } from '../../ui/page/note.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { keepFeedbackSetup, readFeedbackSetup } from './feedback-setup.ts'

type FeedbackSetupDialogProps = { deploymentId: string; onClose: () => void; onSaved: () => void }

/** Chooses the feedback keys that runs of a deployment are started with from this browser. */
export function FeedbackSetupDialog({ deploymentId, onClose, onSaved }: FeedbackSetupDialogProps) {
  const [setup] = useState(() => readFeedbackSetup(deploymentId))
  const [first] = useState({
    single: setup.map ? 'user_score' : (setup.keys[0] ?? ''),
    up: setup.map?.up ?? 'user_liked',
    down: setup.map?.down ?? 'user_disliked',
  })
  const [isPair, setIsPair] = useState(setup.map !== undefined)
  const [single, setSingle] = useState(first.single)
  const [up, setUp] = useState(first.up)
  const [down, setDown] = useState(first.down)
  const [problem, setProblem] = useState<string | null>(null)
  const names = isPair ? [up.trim(), down.trim()] : [single.trim()]
  const refused = names.includes('')
    ? 'Write a name first'
    : new Set(names).size < names.length
      ? 'The two keys need different names'
      : undefined
  const save = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (refused) return
    const [first = '', second = ''] = names
    const chosen = { keys: names, ...(isPair && { map: { up: first, down: second } }) }
    if (!keepFeedbackSetup(deploymentId, chosen)) {
      return setProblem('This browser does not let the page keep settings.')
    }
    onSaved()
    onClose()
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Feedback keys"
      description="Runs that you start from this browser ask for these keys; thumbs vote on them."
      isDirty={single !== first.single || up !== first.up || down !== first.down}
    >
      <form onSubmit={save} className="grid gap-3">
        <ChoiceCards
          legend="Votes go to"
          value={isPair ? 'two' : 'one'}
          options={[
            { value: 'one', title: 'One key', description: '1 for good, -1 for bad' },
            { value: 'two', title: 'Two keys', description: 'One for each thumb' },
          ]}
          onValueChange={(value) => setIsPair(value === 'two')}
        />
        {isPair ? (
          <>
            <Field label="Key for good">
              <TextInput isMono value={up} onChange={(event) => setUp(event.target.value)} />
            </Field>
            <Field label="Key for bad">
              <TextInput isMono value={down} onChange={(event) => setDown(event.target.value)} />
            </Field>
          </>
        ) : (
          <Field label="Key">
            <TextInput isMono value={single} onChange={(event) => setSingle(event.target.value)} />
          </Field>
        )}
        {problem && <Note tone="bad">{problem}</Note>}
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="primary" disabledReason={refused}>
            Save keys
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  )
}
