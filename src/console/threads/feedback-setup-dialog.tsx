import { useState } from 'react'
import { ChoiceCards } from '../../ui/controls/choice-card.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { Note } from '../../ui/page/note.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useTyped } from '../forms/use-typed.ts'
import { keepFeedbackSetup, readFeedbackSetup } from '../objects/feedback-setup.ts'

type FeedbackSetupDialogProps = { deploymentId: string; onClose: () => void; onSaved: () => void }

/** Chooses the feedback keys that runs of a deployment are started with from this browser. */
export function FeedbackSetupDialog({ deploymentId, onClose, onSaved }: FeedbackSetupDialogProps) {
  const [setup] = useState(() => readFeedbackSetup(deploymentId))
  const { typed, text, isDirty } = useTyped({
    single: setup.map ? 'user_score' : (setup.keys[0] ?? ''),
    up: setup.map?.up ?? 'user_liked',
    down: setup.map?.down ?? 'user_disliked',
  })
  const [isPair, setIsPair] = useState(setup.map !== undefined)
  const [problem, setProblem] = useState<string | null>(null)
  const names = (isPair ? [typed.up, typed.down] : [typed.single]).map((name) => name.trim())
  const missing = names.includes('')
    ? 'Write a name first'
    : new Set(names).size < names.length
      ? 'The two keys need different names'
      : undefined
  const save = () => {
    const [up = '', down = ''] = names
    const chosen = { keys: names, ...(isPair && { map: { up, down } }) }
    if (!keepFeedbackSetup(deploymentId, chosen)) {
      return setProblem('This browser does not let the page keep settings.')
    }
    onSaved()
    onClose()
  }
  return (
    <FormDialog
      title="Feedback keys"
      description="Runs that you start from this browser ask for these keys; thumbs vote on them."
      onClose={onClose}
      isDirty={isDirty}
      submitLabel="Save keys"
      missing={missing}
      onSubmit={save}
    >
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
            <TextInput isMono {...text('up')} />
          </Field>
          <Field label="Key for bad">
            <TextInput isMono {...text('down')} />
          </Field>
        </>
      ) : (
        <Field label="Key">
          <TextInput isMono {...text('single')} />
        </Field>
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </FormDialog>
  )
}
