import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { Field } from '../../../../ui/controls/field.tsx'
import { OptionButton } from '../../../../ui/controls/option-button.tsx'
import { TextInput } from '../../../../ui/controls/text-input.tsx'
import { useApi } from '../../../api.tsx'
import { reviewersQuery } from '../../../objects/qa/qa-queries.ts'
import type { SessionForm } from './session-fields.tsx'
import { namesOf } from './session-values.ts'

/** Who judges: chosen from those who are known, or typed. */
export function ReviewersField({ form }: { form: SessionForm }) {
  const { data } = useQuery(reviewersQuery(useApi()))
  const typed = useWatch({ control: form.control, name: 'reviewers' })
  const chosen = namesOf(typed)
  const toggle = (name: string) => {
    const isChosen = chosen.includes(name)
    const names = isChosen ? chosen.filter((one) => one !== name) : [...chosen, name]
    form.setValue('reviewers', names.join(', '), { shouldDirty: true })
  }
  const who = data?.may_choose ? ' Nobody needs to sign in: whoever judges says who they are.' : ''
  return (
    <div className="grid gap-1.5">
      <Field
        label="Reviewers"
        hint={`Names of those who judge, with commas. Empty: whoever may.${who}`}
        error={form.formState.errors.reviewers?.message}
      >
        <TextInput autoComplete="off" {...form.register('reviewers')} />
      </Field>
      {data && data.names.length > 0 && (
        <fieldset aria-label="Known reviewers" className="flex flex-wrap gap-1.5">
          {data.names.map((name) => (
            <OptionButton key={name} isChosen={chosen.includes(name)} onChoose={() => toggle(name)}>
              {name}
            </OptionButton>
          ))}
        </fieldset>
      )}
    </div>
  )
}
