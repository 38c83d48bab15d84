import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import type { ProviderValues } from './provider-values.ts'

/** Further parameters of the authorization request, each a name and a value. */
export function ParamsEditor({ form }: { form: UseFormReturn<ProviderValues> }) {
  const list = useFieldArray({ control: form.control, name: 'authorization_params' })
  const addParameter = useRef<HTMLButtonElement>(null)
  const remove = (index: number) => {
    list.remove(index)
    addParameter.current?.focus()
  }
  const errors = form.formState.errors.authorization_params
  return (
    <Field
      label="Authorization parameters"
      isGroup
      hint="Sent with the person to the provider, for example audience or prompt."
      error={errors?.find?.((error) => error?.name)?.name?.message ?? errors?.message}
    >
      {list.fields.map((field, index) => (
        <div key={field.id} className="flex gap-2">
          <TextInput
            isMono
            aria-label={`Name of parameter ${index + 1}`}
            aria-invalid={errors?.[index]?.name ? true : undefined}
            placeholder="name"
            autoComplete="off"
            spellCheck={false}
            {...form.register(`authorization_params.${index}.name`)}
          />
          <TextInput
            isMono
            aria-label={`Value of parameter ${index + 1}`}
            placeholder="value"
            autoComplete="off"
            spellCheck={false}
            {...form.register(`authorization_params.${index}.value`)}
          />
          <IconButton
            label={`Remove parameter ${index + 1}`}
            onClick={() => remove(index)}
            className="mt-px"
          >
            <Trash2 aria-hidden size={14} strokeWidth={1.8} />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          ref={addParameter}
          size="composer"
          onClick={() => list.append({ name: '', value: '' })}
        >
          Add parameter
        </Button>
      </div>
    </Field>
  )
}
