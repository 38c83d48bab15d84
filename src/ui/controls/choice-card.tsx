import { useId } from 'react'
import { cx } from '../cx.ts'

type ChoiceCardsProps<Value extends string> = {
  legend: string
  value: Value
  options: readonly {
    value: Value
    title: string
    description: string
    disabledReason?: string | undefined
  }[]
  onValueChange: (value: Value) => void
}

/** A few alternatives, each explained, exactly one chosen; arrow keys move the choice. */
export function ChoiceCards<Value extends string>({
  legend,
  value,
  options,
  onValueChange,
}: ChoiceCardsProps<Value>) {
  const name = useId()
  return (
    <fieldset className="@container min-w-0">
      <legend className="mb-1.5 font-strong">{legend}</legend>
      <div className="grid gap-2 @[480px]:auto-cols-fr @[480px]:grid-flow-col">
        {options.map((option) => {
          const titleId = `${name}-${option.value}`
          return (
            <label
              key={option.value}
              className={cx(
                'relative cursor-pointer rounded-md border px-3.5 py-3 transition-colors hover:border-line-strong',
                'has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent',
                'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
                'has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-bg',
              )}
            >
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                disabled={Boolean(option.disabledReason)}
                onChange={() => onValueChange(option.value)}
                aria-labelledby={titleId}
                aria-describedby={`${titleId}-note`}
                className="sr-only"
              />
              <span
                id={titleId}
                className={cx('block font-semibold', option.disabledReason && 'text-ink-2')}
              >
                {option.title}
              </span>
              <span id={`${titleId}-note`} className="block text-ink-2 text-sm">
                {option.disabledReason || option.description}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
