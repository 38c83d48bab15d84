import type { ComponentProps, ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field, useFieldControl } from '../../ui/controls/field.tsx'
import { SelectMenu } from '../../ui/controls/select-menu.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import type { EmbedValues } from './embed-values.ts'

type Form = UseFormReturn<EmbedValues>

/** Fields that belong together, under a title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-[22px] border-t pt-4">
      <legend className="float-left w-full pb-1 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

type TextName = {
  [Name in keyof EmbedValues]: EmbedValues[Name] extends string ? Name : never
}[keyof EmbedValues]

type TextProps = {
  form: Form
  name: TextName
  label: string
  hint?: string
  isMono?: boolean
  /** What is said where it is empty; absent where it may be. */
  required?: string
}

/** One line; lists and numbers are text here, see `EmbedValues`. */
export function Text({ form, name, label, hint, isMono = false, required }: TextProps) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      <TextInput
        isMono={isMono}
        autoComplete="off"
        {...form.register(name, required ? { required } : {})}
      />
    </Field>
  )
}

/** Several lines. */
export function Lines({ form, name, label, hint, isMono = false }: TextProps) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      <TextArea isMono={isMono} rows={2} {...form.register(name)} />
    </Field>
  )
}

/** The embed's colour. */
export function Color({ form }: { form: Form }) {
  return (
    <Field label="Colour" error={form.formState.errors.color?.message}>
      <ColorInput {...form.register('color')} />
    </Field>
  )
}

function ColorInput(props: ComponentProps<'input'>) {
  return (
    <input
      type="color"
      {...useFieldControl()}
      {...props}
      className="h-8 w-14 cursor-pointer rounded-control border border-line-strong bg-surface p-1"
    />
  )
}

type SelectProps = { form: Form; name: TextName; label: string; options: readonly string[] }

/** One of a few words of the wire. */
export function Select({ form, name, label, options }: SelectProps) {
  return (
    <Field label={label} isGroup error={form.formState.errors[name]?.message}>
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange } }) => (
          <SelectMenu
            label={label}
            variant="default"
            value={value}
            options={options.map((option) => ({ value: option, label: option }))}
            onValueChange={onChange}
          />
        )}
      />
    </Field>
  )
}
