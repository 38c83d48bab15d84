import type { ReactNode } from 'react'
import {
  Controller,
  type FieldPathByValue,
  type RefCallBack,
  type UseFormReturn,
} from 'react-hook-form'
import { Field } from '../../../../ui/controls/field.tsx'
import { TextInput } from '../../../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../../../ui/overlay/select-menu.tsx'
import type { SessionValues } from './session-values.ts'

export type SessionForm = UseFormReturn<SessionValues>

type TextProps = {
  form: SessionForm
  name: FieldPathByValue<SessionValues, string>
  label: string
  hint?: ReactNode
  /** It holds a number. */
  isNumber?: boolean
}

/** One line of the form. */
export function Text({ form, name, label, hint, isNumber = false }: TextProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={form.getFieldState(name, form.formState).error?.message}
    >
      <TextInput
        autoComplete="off"
        {...(isNumber && { inputMode: 'numeric' as const })}
        {...form.register(name)}
      />
    </Field>
  )
}

type ChoiceProps = {
  form: SessionForm
  name: FieldPathByValue<SessionValues, string>
  label: string
  hint?: ReactNode
  options: readonly { value: string; label: string; description?: string }[]
  /** What is said where nothing was chosen; absent where that is a choice too. */
  required?: string
  disabledReason?: string | undefined
  onChosen?: () => void
}

/** One of several; the form gives it focus when the choice is missing or was refused. */
export function Choice(props: ChoiceProps) {
  const { form, name, label, hint, options, required, disabledReason, onChosen } = props
  return (
    <Field
      label={label}
      isGroup
      hint={hint}
      error={form.getFieldState(name, form.formState).error?.message}
    >
      <Controller
        control={form.control}
        name={name}
        rules={required === undefined ? {} : { required }}
        render={({ field: { value, onChange, ref } }) => (
          <Focusable fieldRef={ref}>
            <SelectMenu
              label={label}
              variant="default"
              value={value}
              options={options}
              disabledReason={disabledReason}
              onValueChange={(next) => {
                onChange(next)
                onChosen?.()
              }}
            />
          </Focusable>
        )}
      />
    </Field>
  )
}

/** Lets the form give focus to a button that stands for a field. */
export function Focusable({ fieldRef, children }: { fieldRef: RefCallBack; children: ReactNode }) {
  return (
    <div
      className="grid"
      ref={(node) => fieldRef(node && { focus: () => node.querySelector('button')?.focus() })}
    >
      {children}
    </div>
  )
}

/** Fields that belong together, under a title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-[22px] border-t pt-4">
      <legend className="float-left w-full pb-1 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
