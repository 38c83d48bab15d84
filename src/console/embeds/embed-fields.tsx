import type { ComponentProps } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field, useFieldControl } from '../../ui/controls/field.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { Toggle } from '../forms/form-parts.tsx'
import type { EmbedValues } from './embed-values.ts'

export type EmbedFormed = UseFormReturn<EmbedValues>

type NameOf<Kind> = {
  [Name in keyof EmbedValues]: EmbedValues[Name] extends Kind ? Name : never
}[keyof EmbedValues]
type TextName = NameOf<string>

type TextProps = {
  form: EmbedFormed
  name: TextName
  label: string
  hint?: string
  isMono?: boolean
  /** What is said where it is empty; absent where it may be. */
  required?: string
}

/** A field as data. */
export type EmbedField =
  | ({ as: 'text' | 'lines' } & Omit<TextProps, 'form'>)
  | ({ as: 'select' } & Omit<SelectProps, 'form'>)
  | { as: 'toggle'; name: NameOf<boolean>; label: string }
  | { as: 'color'; name: 'color' }

/** Fields in the order in which they are told, lines of one beside each other where there is room, toggles below. */
export function Fields({ form, fields }: { form: EmbedFormed; fields: readonly EmbedField[] }) {
  const toggles = fields.flatMap((field) => (field.as === 'toggle' ? [field] : []))
  return (
    <>
      <div className="grid gap-x-2 gap-y-[22px] min-[600px]:grid-cols-2">
        {fields.map((field) => {
          switch (field.as) {
            case 'text':
              return <Text key={field.name} form={form} {...field} />
            case 'lines':
              return (
                <div key={field.name} className="min-w-0 min-[600px]:col-span-2">
                  <Lines form={form} {...field} />
                </div>
              )
            case 'select':
              return <Select key={field.name} form={form} {...field} />
            case 'color':
              return <Color key={field.name} form={form} />
            case 'toggle':
              return null
            default:
              return field satisfies never
          }
        })}
      </div>
      {toggles.length > 0 && (
        <div className="flex flex-col gap-1.5">
          {toggles.map(({ name, label }) => (
            <Toggle key={name} form={form} name={name} label={label} />
          ))}
        </div>
      )}
    </>
  )
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
function Lines({ form, name, label, hint, isMono = false }: TextProps) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      <TextArea isMono={isMono} rows={2} {...form.register(name)} />
    </Field>
  )
}

/** The embed's colour. */
function Color({ form }: { form: EmbedFormed }) {
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

type SelectProps = { form: EmbedFormed; name: TextName; label: string; options: readonly string[] }

/** One of a few words of the wire. */
function Select({ form, name, label, options }: SelectProps) {
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
