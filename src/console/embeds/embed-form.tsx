import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { FormPage } from '../forms/form-page.tsx'
import { Toggle } from '../forms/form-parts.tsx'
import { paths } from '../paths.ts'
import { type EmbedFormed, Fields, Text } from './embed-fields.tsx'
import { type EmbedSection, looks, rules } from './embed-sections.ts'
import { Target } from './embed-target.tsx'
import { Translations } from './embed-translations.tsx'
import type { EmbedValues } from './embed-values.ts'

type EmbedFormProps<E extends Endpoint> = Omit<
  ComponentProps<typeof FormPage<EmbedValues, E>>,
  'children' | 'cancelTo'
>

/** What an operator decides about an embedded chat. */
export function EmbedForm<E extends Endpoint>(props: EmbedFormProps<E>) {
  return (
    <FormPage {...props} cancelTo={paths.embeds()}>
      {(form) => (
        <>
          <Text
            form={form}
            name="name"
            label="Name"
            hint="For you; visitors see the title."
            required="Give it a name."
          />
          <Target form={form} />
          <Fields form={form} fields={origins} />
          {looks.map((section) => (
            <Section key={section.title} form={form} {...section} />
          ))}
          <Folded
            title="Other languages"
            count={form.watch('translations').length}
            hasFault={form.formState.errors.translations !== undefined}
          >
            <Translations form={form} />
          </Folded>
          {rules.map((section) => (
            <Section key={section.title} form={form} {...section} />
          ))}
          <Toggle form={form} name="is_enabled" label="Switched on" />
        </>
      )}
    </FormPage>
  )
}

const origins = [
  {
    as: 'lines',
    name: 'allowed_origins',
    label: 'Allowed origins',
    hint: 'One a line, as https://shop.example.com or https://*.example.com. Pages of other origins are refused.',
    isMono: true,
  },
] as const

function Section({ form, title, isFolded, fields }: EmbedSection & { form: EmbedFormed }) {
  const content = <Fields form={form} fields={fields} />
  if (isFolded) {
    const { errors } = form.formState
    return (
      <Folded title={title} hasFault={fields.some(({ name }) => errors[name] !== undefined)}>
        {content}
      </Folded>
    )
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-[22px] border-t pt-4">
      <legend className="float-left w-full pb-1 font-semibold">{title}</legend>
      {content}
    </fieldset>
  )
}

type FoldedProps = { title: string; count?: number; hasFault: boolean; children: ReactNode }

/** What few change, behind its title; open where something in it was refused. */
function Folded({ title, count = 0, hasFault, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      open={isOpen || hasFault}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="border-t pt-4"
    >
      <summary className="w-max cursor-pointer rounded-sm pr-1 font-semibold">
        {title}
        {count > 0 && <span className="font-normal text-ink-2"> ({count})</span>}
      </summary>
      <fieldset aria-label={title} className="mt-4 flex min-w-0 flex-col gap-[22px]">
        {children}
      </fieldset>
    </details>
  )
}
