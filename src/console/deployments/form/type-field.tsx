import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '../../../ui/controls/field.tsx'
import { SelectMenu } from '../../../ui/overlay/select-menu.tsx'
import { deploymentTypes } from '../deployment-types.ts'
import type { DeploymentValues } from './deployment-values.ts'

/** The published type of a deployment from git. */
export function TypeField({ form }: { form: UseFormReturn<DeploymentValues> }) {
  const type = useWatch({ control: form.control, name: 'deployment_type' })
  return (
    <Field
      label="Type"
      isGroup
      error={form.formState.errors.deployment_type?.message}
      className="w-full min-[600px]:w-[180px] min-[600px]:flex-none"
    >
      <div>
        <SelectMenu
          label="Type"
          variant="default"
          value={type}
          options={deploymentTypes}
          onValueChange={(value) => form.setValue('deployment_type', value, { shouldDirty: true })}
        />
      </div>
    </Field>
  )
}
