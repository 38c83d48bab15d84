import { useState } from 'react'
import {
  createView,
  type PageWithViews,
  patchView,
  type SavedView,
} from '../../../contract/gateway/views.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useApi, useCall } from '../../api.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useFieldRefusal } from '../../forms/use-field-refusal.ts'
import { whatViewsChange } from './use-views.ts'

type NameViewDialogProps = {
  page: PageWithViews
  /** The one that is renamed; absent for a new one. */
  view?: SavedView
  query: string
  /** The other views of the page. */
  others: readonly SavedView[]
  onClose: () => void
  onSaved?: (view: SavedView) => void
}

/** Gives what a list is filtered by a name, or a view another one. The name of another view replaces that one's filters. */
export function NameViewDialog(props: NameViewDialogProps) {
  const { page, view, query, others, onClose, onSaved } = props
  const api = useApi()
  const invalidates = () => whatViewsChange(api)
  const create = useCall(api.gateway, createView, { invalidates })
  const patch = useCall(api.gateway, patchView, { invalidates })
  const [first] = useState(view?.name ?? '')
  const [name, setName] = useState(first)
  const wanted = name.trim()
  const taken = others.find((other) => other.name.toLowerCase() === wanted.toLowerCase())
  const replaced = view ? undefined : taken
  const error = create.error ?? patch.error
  const isPending = create.isPending || patch.isPending
  const refusal = useFieldRefusal(error, { isPending, held: { name } })
  const connection_id = api.connection.id
  const submit = () => {
    create.reset()
    patch.reset()
    const onSuccess = (saved: SavedView) => {
      toast.ok(`Saved “${saved.name}”`, { description: 'Everybody finds it on this page.' })
      onSaved?.(saved)
      onClose()
    }
    const changed = view ?? replaced
    if (!changed) {
      create.mutate(
        { params: { connection_id }, body: { page, name: wanted, query } },
        { onSuccess },
      )
      return
    }
    const params = { connection_id, view_id: changed.id }
    patch.mutate({ params, body: view ? { name: wanted } : { query } }, { onSuccess })
  }
  return (
    <FormDialog
      title={view ? 'Rename this view' : 'Save as a view'}
      description={
        view
          ? 'It gets the new name for everybody.'
          : 'The filters, the order and the columns of this list, under a name that everybody sees.'
      }
      onClose={onClose}
      isDirty={name !== first}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel={view ? 'Rename' : replaced ? 'Replace' : 'Save'}
      missing={
        !wanted
          ? 'Give it a name'
          : view && taken
            ? `There is a view “${taken.name}” already`
            : undefined
      }
      onSubmit={submit}
    >
      <Field
        label="Name"
        hint={
          replaced
            ? `“${replaced.name}” is there already: it gets these filters.`
            : 'As “Failed in the last hour”.'
        }
        error={refusal.at('name')}
      >
        <TextInput
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={80}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  )
}
