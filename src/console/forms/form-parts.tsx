import type { ReactNode } from 'react'
import {
  Controller,
  type FieldPathByValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { Checkbox } from '../../ui/controls/checkbox.tsx'

/** Two fields side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-2 gap-y-[22px] min-[600px]:grid-cols-2">{children}</div>
}

type ToggleProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPathByValue<Values, boolean>
  label: string
}

/** A checkbox of a form. */
export function Toggle<Values extends FieldValues>({ form, name, label }: ToggleProps<Values>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur } }) => (
        <Checkbox
          label={label}
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
        />
      )}
    />
  )
}
