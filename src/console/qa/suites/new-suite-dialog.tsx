import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { createSuite } from '../../../contract/qa/suites.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { useApi, useCall } from '../../api.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { FoldedRequest } from '../../forms/request-preview.tsx'
import { useFieldRefusal } from '../../forms/use-field-refusal.ts'
import { useTyped } from '../../forms/use-typed.ts'
import { useGatewayRead } from '../../objects/object-menu.tsx'
import { whatSuitesChange } from '../../objects/qa/qa-queries.ts'
import { paths } from '../../paths.ts'

/** Makes a suite without cases, and opens it. */
export function NewSuiteDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const navigate = useNavigate()
  const { typed, text, isDirty } = useTyped({ name: '', description: '' })
  const create = useCall(api.gateway, createSuite, { invalidates: () => whatSuitesChange(api) })
  const { error, isPending } = create
  const refusal = useFieldRefusal(error, { isPending, held: typed })
  const missing = typed.name.trim() === '' ? 'Give it a name' : undefined
  const body = { name: typed.name.trim(), description: typed.description.trim() }
  const submit = () =>
    create.mutate(
      { body },
      {
        onSuccess: ({ suite_id }) => {
          // What was typed is no longer there to be lost.
          flushSync(onClose)
          void navigate(paths.suite(suite_id))
        },
      },
    )
  return (
    <FormDialog
      title="New suite"
      description="Cases are written, pasted or imported next."
      onClose={onClose}
      isDirty={isDirty}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel="Create suite"
      missing={missing}
      onSubmit={submit}
    >
      <Field label="Name" error={refusal.at('name')}>
        <TextInput {...text('name')} autoComplete="off" />
      </Field>
      <Field
        label="Description"
        hint="What it is for. May be empty."
        error={refusal.at('description')}
      >
        <TextArea rows={2} {...text('description')} />
      </Field>
      <FoldedRequest
        method="POST"
        {...useGatewayRead()(createSuite.path)}
        body={body}
        missing={missing}
      />
    </FormDialog>
  )
}
