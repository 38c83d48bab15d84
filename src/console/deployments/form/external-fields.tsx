import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import type { DeploymentValues } from './deployment-values.ts'

type FieldProps = { form: UseFormReturn<DeploymentValues> }
const runsHere =
  'Run by Docker or Podman on the server’s machine; it has to serve the agent API at port 8000.'
const asTyped = { autoComplete: 'off', spellCheck: false } as const

type ImageFieldProps = FieldProps & { hint?: string; isRequired?: boolean }

/** The image that a deployment runs. */
export function ImageField({ form, hint = runsHere, isRequired = true }: ImageFieldProps) {
  return (
    <Field label="Image" hint={hint} error={form.formState.errors.image_uri?.message}>
      <TextInput
        isMono
        placeholder="registry.example.com/team/agent:1.2"
        {...asTyped}
        {...form.register('image_uri', {
          validate: (image) => !isRequired || image.trim() !== '' || 'Name the image to run.',
        })}
      />
    </Field>
  )
}

/** The server that a deployment attaches. */
export function ServerField({ form }: FieldProps) {
  return (
    <Field
      label="Address of the server"
      hint="An agent server that is up, started elsewhere. Its health is watched."
      error={form.formState.errors.custom_url?.message}
    >
      <TextInput
        isMono
        type="url"
        placeholder="http://127.0.0.1:2024"
        {...asTyped}
        {...form.register('custom_url', {
          validate: (url) => url.trim() !== '' || 'Write the address of the server.',
        })}
      />
    </Field>
  )
}
