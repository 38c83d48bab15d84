import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Listener } from '../../../contract/control-plane/listeners.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { now } from '../../../ui/format/now.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { SelectMenu } from '../../../ui/overlay/select-menu.tsx'
import { useApi } from '../../api.tsx'
import type { DeploymentValues } from '../form/deployment-values.ts'
import { listenerState } from './listener-state.ts'
import { listenersQuery } from './queries.ts'

const NewListenerDialog = lazyPart(() =>
  import('./new-listener-dialog.tsx').then((code) => code.NewListenerDialog),
)

type FieldsProps = { form: UseFormReturn<DeploymentValues> }
const asTyped = { autoComplete: 'off', spellCheck: false } as const

/** Which listener runs the deployment, and in which namespace of its cluster. */
export function ListenerFields({ form }: FieldsProps) {
  const { data, error } = useQuery(listenersQuery(useApi()))
  const chosen = useWatch({ control: form.control, name: 'listener_id' })
  const [isAdding, setIsAdding] = useState(false)
  const listeners = data?.resources ?? []
  const fault = form.formState.errors.listener_id?.message
  const choose = (listener: Pick<Listener, 'id' | 'compute_config'> | null) => {
    form.setValue('listener_id', listener?.id ?? '', {
      shouldDirty: true,
      shouldValidate: fault !== undefined,
    })
    const [only, ...others] = listener?.compute_config.k8s_namespaces ?? []
    form.setValue('k8s_namespace', only && others.length === 0 ? only : '', { shouldDirty: true })
  }
  return (
    <>
      {error ? (
        <Field
          label="Listener"
          hint={`Its id. The server does not list them: ${error.message}`}
          error={fault}
        >
          <TextInput isMono {...asTyped} {...form.register('listener_id')} />
        </Field>
      ) : (
        <Field
          label="Listener"
          isGroup
          hint="Runs the deployment in a cluster of one’s own. Without one the server runs it itself."
          error={fault}
        >
          <div className="flex flex-wrap gap-2">
            <SelectMenu
              label="Listener"
              variant="default"
              value={chosen}
              disabledReason={data ? undefined : 'Loading'}
              options={[
                { value: '', label: 'None' },
                ...listeners.map((listener) => ({
                  value: listener.id,
                  label: listener.compute_id,
                  description: listenerState(listener, new Date(now())),
                })),
              ]}
              onValueChange={(id) => choose(listeners.find((one) => one.id === id) ?? null)}
            />
            <Button acts variant="ghost" onClick={() => setIsAdding(true)}>
              New listener…
            </Button>
          </div>
        </Field>
      )}
      {chosen.trim() !== '' && (
        <NamespaceField form={form} of={listeners.find(({ id }) => id === chosen)} />
      )}
      {isAdding && (
        <NewListenerDialog
          onClose={() => setIsAdding(false)}
          onMade={(listener) => {
            choose(listener)
            setIsAdding(false)
          }}
        />
      )}
    </>
  )
}

function NamespaceField({ form, of }: FieldsProps & { of: Listener | undefined }) {
  const listId = useId()
  const known = of?.compute_config.k8s_namespaces ?? []
  return (
    <Field
      label="Namespace"
      hint={
        known.length > 0
          ? `Of the cluster; the listener works in ${known.join(', ')}.`
          : 'Of the cluster, where the deployment is to run.'
      }
      error={form.formState.errors.k8s_namespace?.message}
    >
      <TextInput isMono list={listId} {...asTyped} {...form.register('k8s_namespace')} />
      <datalist id={listId}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Field>
  )
}
