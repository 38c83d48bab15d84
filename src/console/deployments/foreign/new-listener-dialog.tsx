import { useState } from 'react'
import { createListener, type Listener } from '../../../contract/control-plane/listeners.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { useApi, useCall } from '../../api.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
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
  const { error } = create
  const faultOf = (field: string) =>
    error?.fieldErrors.find(({ loc }) => loc.includes(field))?.msg ??
    (field === 'compute_id' && error?.status === 409 ? error.message : undefined)
  const faults = { cluster: faultOf('compute_id'), namespaces: faultOf('k8s_namespaces') }
  const listed = namespaces.split(/[\s,]+/).filter(Boolean)
  return (
    <FormDialog
      title="New listener"
      description="Registers a Kubernetes cluster. The listener itself is installed there by its owner; until it calls, nothing runs by it."
      onClose={onClose}
      isDirty={cluster !== '' || namespaces !== ''}
      isPending={create.isPending}
      error={error}
      isAtField={Boolean(faults.cluster || faults.namespaces)}
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
        error={faults.cluster}
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
        error={faults.namespaces}
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
