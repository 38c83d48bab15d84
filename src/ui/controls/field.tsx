import { createContext, type ReactNode, use, useId } from 'react'

type ControlProps = {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

const FieldContext = createContext<ControlProps>({})

type FieldProps = {
  label: string
  hint?: ReactNode
  /** Stands in place of the hint, and marks the control as invalid. */
  error?: ReactNode
  /** Several controls under one label. */
  isGroup?: boolean
  className?: string
  children: ReactNode
}

/** A label, a control and what is said about it. TextInput and TextArea inside are wired to it. */
export function Field({ label, hint, error, isGroup = false, className, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error || hint)
  const control = {
    'aria-describedby': hasNote ? noteId : undefined,
    'aria-invalid': error ? true : undefined,
  } as const
  const note = hasNote && (
    <span id={noteId} className={error ? 'text-bad text-sm' : 'text-ink-3 text-sm'}>
      {error || hint}
    </span>
  )
  if (isGroup) {
    return (
      <fieldset
        aria-describedby={control['aria-describedby']}
        data-faulty={control['aria-invalid']}
        className={`min-w-0 ${className ?? ''}`}
      >
        <legend className="mb-1.5 font-strong">{label}</legend>
        <div className="flex flex-col gap-1.5">
          {children}
          {note}
        </div>
      </fieldset>
    )
  }
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className ?? ''}`}>
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      <FieldContext value={{ id, ...control }}>{children}</FieldContext>
      {note}
    </div>
  )
}

/** The attributes that tie a control to the Field around it; empty outside of one. */
export function useFieldControl(): ControlProps {
  return use(FieldContext)
}
