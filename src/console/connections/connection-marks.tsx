import { useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { connectionColors } from '../../contract/gateway/connections.ts'
import { cx } from '../../ui/cx.ts'
import { Toggle } from '../forms/form-parts.tsx'
import { connectionFill } from '../shell/navigation/connection-mark.tsx'
import type { ConnectionValues } from './connection-values.ts'

/** What keeps one server from being taken for another: a colour, and that mistakes are dear there. */
export function ConnectionMarks({ form }: { form: UseFormReturn<ConnectionValues> }) {
  const name = useId()
  const color = useWatch({ control: form.control, name: 'color' })
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-strong">Colour</legend>
        <div className="flex flex-wrap gap-1.5">
          {[null, ...connectionColors].map((one) => (
            <label
              key={one}
              className="flex h-8 cursor-pointer items-center gap-1.5 rounded-control border px-2.5 text-ink-2 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={color === one}
                onChange={() => form.setValue('color', one, { shouldDirty: true })}
              />
              {one && (
                <span aria-hidden className={cx('size-3 rounded-full', connectionFill(one))} />
              )}
              {one ? one[0]?.toUpperCase() + one.slice(1) : 'None'}
            </label>
          ))}
        </div>
      </fieldset>
      <Toggle
        form={form}
        name="is_production"
        label="Production: what cannot be undone is asked with its name"
      />
    </>
  )
}
