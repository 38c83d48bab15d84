import { useFieldArray } from 'react-hook-form'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { Pair } from '../forms/form-parts.tsx'
import type { EmbedFormed } from './embed-fields.tsx'
import { noTranslation } from './embed-values.ts'

const words = [
  ['greeting', 'Greeting'],
  ['teaser', 'Words beside the bubble'],
  ['suggestions', 'Suggested questions'],
  ['privacy_note', 'Privacy line'],
] as const

/** The embed's words in other languages; what is left empty is as above. */
export function Translations({ form }: { form: EmbedFormed }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'translations' })
  const { translations: fault } = form.formState.errors
  return (
    <>
      <p className="text-ink-2">
        The page’s language counts, or the one that the embed is set to. What is empty is as above.
      </p>
      {fault?.message && (
        <p role="alert" className="text-bad">
          {fault.message}
        </p>
      )}
      {fields.map(({ id }, index) => (
        <fieldset
          key={id}
          aria-label={form.watch(`translations.${index}.language`) || 'A new language'}
          className="flex min-w-0 flex-col gap-3 rounded-md border p-3"
        >
          <Pair>
            <Field
              label="Language"
              hint="As de or pt-BR."
              error={fault?.[index]?.language?.message}
            >
              <TextInput
                isMono
                autoComplete="off"
                {...form.register(`translations.${index}.language`, {
                  pattern: {
                    value: /^\s*[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*\s*$/,
                    message: 'Write a language such as de or pt-BR.',
                  },
                  required: 'Write a language such as de or pt-BR.',
                })}
              />
            </Field>
            <Field label="Title">
              <TextInput autoComplete="off" {...form.register(`translations.${index}.title`)} />
            </Field>
          </Pair>
          {words.map(([name, label]) => (
            <Field key={name} label={label}>
              <TextArea rows={2} dir="auto" {...form.register(`translations.${index}.${name}`)} />
            </Field>
          ))}
          <Button size="sm" className="self-start" onClick={() => remove(index)}>
            Remove this language
          </Button>
        </fieldset>
      ))}
      <Button className="self-start" onClick={() => append(noTranslation)}>
        Add a language
      </Button>
    </>
  )
}
