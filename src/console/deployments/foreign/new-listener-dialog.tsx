import { useState } from 'react'
import { createListener, type Listener } from '../../../contract/control-plane/listeners.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { useApi, useCall } from '../../api.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useFieldRefusal } from '../../forms/use-field-refusal.ts'
import { listenersQuery } from './queries.ts'

type NewListenerDialogProps = { onClose: () => void; onMade: (listener: Listener) => void }

/** Registers a cluster with the control plane; what runs there is installed by its owner, with the listener's id. */
export function NewListenerDialog({ onClose, onMade }: NewListenerDialogProps) {
  const api = useApi()
  const [cluster, setCluster] = useState('')
  const [namespaces, setNamespaces] = useState('')
  const create = useCall(api.controlPlane, createListener, {
    invalidates: () => [listenersQuery(api).queryKey],
  })
  const { error, isPending } = create
  const refusal = useFieldRefusal(error, {
    isPending,
    held: { compute_id: cluster, k8s_namespaces: namespaces },
    conflictAt: 'compute_id',
    fieldOf: (loc) => (loc.includes('k8s_namespaces') ? 'k8s_namespaces' : String(loc[1])),
  })
  const listed = namespaces.split(/[\s,]+/).filter(Boolean)
  return (
    <FormDialog
      title="New listener"
      description="Registers a Kubernetes cluster. The listener itself is installed there by its owner; until it calls, nothing runs by it."
      onClose={onClose}
      isDirty={cluster !== '' || namespaces !== ''}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel="Create listener"
      missing={cluster.trim() === '' ? 'Name the cluster first' : undefined}
      onSubmit={() =>
        create.mutate(
          {
            body: {
              compute_type: 'k8s',
              compute_id: cluster.trim(),
              compute_config: listed.length > 0 ? { k8s_namespaces: listed } : {},
            },
          },
          { onSuccess: onMade },
        )
      }
    >
      <Field
        label="Cluster"
        hint="What you call it. It cannot be changed, and has one listener."
        error={refusal.at('compute_id')}
      >
        <TextInput
          autoComplete="off"
          spellCheck={false}
          value={cluster}
          onChange={(event) => setCluster(event.target.value)}
        />
      </Field>
      <Field
        label="Namespaces"
        hint="Those it may work in, with a comma between them."
        error={refusal.at('k8s_namespaces')}
      >
        <TextInput
          isMono
          autoComplete="off"
          spellCheck={false}
          value={namespaces}
          onChange={(event) => setNamespaces(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
