import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '../../../ui/controls/field.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import type { DeploymentValues } from '../form/deployment-values.ts'
import { MorePart } from '../form/more-part.tsx'
import { type ResourceNumber, resourceGroups } from '../form/resource-names.ts'
import { clusterProblem, resourceProblem } from '../form/resource-spec.ts'

type FieldsProps = { form: UseFormReturn<DeploymentValues> }

/** Every published resource of a deployment: numbers in groups, and what only a cluster can give. */
export function ForeignResourceFields({ form }: FieldsProps) {
  const { errors } = form.formState
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <MorePart
      title="Resources"
      detail="replicas, memory, database, cluster"
      hasError={Boolean(errors.resources || errors.cluster)}
      isOpenAtFirst={hasResources(form.getValues())}
    >
      <p className="-mt-1 text-ink-2 text-sm">
        What is left empty the server chooses. A limit that is not set is twice what is asked for.
      </p>
      {resourceGroups.map(({ title, names }) => (
        <fieldset key={title} className="min-w-0">
          <legend className="mb-1.5 text-ink-2">{title}</legend>
          <div className="grid gap-x-2 gap-y-3 min-[480px]:grid-cols-2 min-[900px]:grid-cols-3">
            {(Object.entries(names) as [ResourceNumber, string][]).map(([name, label]) => (
              <Field key={name} label={label} error={errors.resources?.[name]?.message}>
                <TextInput
                  inputMode="decimal"
                  autoComplete="off"
                  spellCheck={false}
                  {...form.register(`resources.${name}`, {
                    validate: (text) => resourceProblem(name, text) ?? true,
                  })}
                />
              </Field>
            ))}
          </div>
        </fieldset>
      ))}
      <Field
        label="Cluster"
        hint={`JSON: labels, annotations, service_account_name, image_pull_secrets, volumes, volume_mounts, init_containers, sidecars.${kind === 'git' ? ' Only where the server runs in a cluster of one’s own.' : ''}`}
        error={errors.cluster?.message}
      >
        <TextArea
          isMono
          rows={3}
          placeholder={'{"service_account_name": "agents"}'}
          autoComplete="off"
          spellCheck={false}
          {...form.register('cluster', {
            validate: (text) => clusterProblem(text).problem ?? true,
          })}
        />
      </Field>
    </MorePart>
  )
}

function hasResources({ resources, cluster }: DeploymentValues): boolean {
  return cluster !== '' || Object.values(resources).some((text) => text !== '')
}
