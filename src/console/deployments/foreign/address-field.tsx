import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import type { DeploymentValues } from '../form/deployment-values.ts'

/** Where the agent server of an image is reached, if its owner decides that. */
export function AddressField({ form }: { form: UseFormReturn<DeploymentValues> }) {
  return (
    <Field
      label="Address of the agent server"
      hint="Where it is reached, if not at the address that the server gives it."
      error={form.formState.errors.custom_url?.message}
    >
      <TextInput
        isMono
        type="url"
        placeholder="https://agent.example.com"
        autoComplete="off"
        spellCheck={false}
        {...form.register('custom_url')}
      />
    </Field>
  )
}
