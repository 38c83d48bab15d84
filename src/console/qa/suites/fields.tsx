import { type ComponentProps, useContext, useId } from 'react'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { RefusedActions } from '../../../ui/controls/refused-actions.ts'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../../ui/overlay/select-menu.tsx'

/** Fields of the panel beside the table. Those who may change nothing read them. */

type WrittenProps = { value: string; onWrite: (value: string) => void }

/** Text of one line. */
export function Line({
  onWrite,
  ...rest
}: Omit<ComponentProps<typeof TextInput>, 'onChange' | 'value'> & WrittenProps) {
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      readOnly={Boolean(useContext(RefusedActions))}
      {...rest}
      onChange={({ target }) => onWrite(target.value)}
    />
  )
}

/** Text of several lines. */
export function Lines({
  onWrite,
  ...rest
}: Omit<ComponentProps<typeof TextArea>, 'onChange' | 'value'> & WrittenProps) {
  return (
    <TextArea
      rows={2}
      readOnly={Boolean(useContext(RefusedActions))}
      {...rest}
      onChange={({ target }) => onWrite(target.value)}
    />
  )
}

/** A value as JSON. */
export function JsonLines(props: ComponentProps<typeof Lines>) {
  return <Lines isMono spellCheck={false} {...props} />
}

/** One of several, in a menu. */
export function Choice<Value extends string>(props: ComponentProps<typeof SelectMenu<Value>>) {
  return <SelectMenu variant="default" disabledReason={useContext(RefusedActions)} {...props} />
}

/** Yes or no. */
export function Switch({
  onSwitch,
  ...rest
}: Omit<ComponentProps<typeof Checkbox>, 'onChange'> & { onSwitch: (isOn: boolean) => void }) {
  return (
    <Checkbox
      disabled={Boolean(useContext(RefusedActions))}
      {...rest}
      onChange={({ target }) => onSwitch(target.checked)}
    />
  )
}

type SegmentsProps<Value extends string> = {
  legend: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** One of a few, all of them in sight; arrow keys choose. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { legend, value, options, onChoose } = props
  const name = useId()
  const isReadOnly = Boolean(useContext(RefusedActions))
  return (
    <fieldset className="inline-flex max-w-full min-w-0 flex-wrap rounded-control border border-line-strong bg-surface">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-[26px] cursor-pointer items-center border-l px-2.5 text-ink-2 text-sm first-of-type:rounded-l-[5px] first-of-type:border-l-0 last-of-type:rounded-r-[5px] has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-checked:font-strong has-checked:text-ink has-focus-visible:z-[1] has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={isReadOnly}
            onChange={() => onChoose(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

/** What is wrong with what stands above. */
export function FaultLine({ children }: { children: string | undefined }) {
  return children ? <p className="mt-1 text-bad text-sm">{children}</p> : null
}

/** What adds something: words in place of a box. */
export const linkButtonClass =
  'min-h-6 cursor-pointer rounded-sm text-accent text-sm hover:underline underline-offset-2'
