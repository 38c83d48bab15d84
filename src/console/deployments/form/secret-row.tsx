import { Eye, EyeOff, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { secretNameProblem } from '../../../contract/control-plane/deployments.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import type { DeploymentValues, SecretDraft } from './deployment-values.ts'
import {
  refusedVariable,
  useIsReadHere,
  VariableNote,
  variableValueProblem,
} from './variable-note.tsx'

type Form = UseFormReturn<DeploymentValues>
type SecretRowProps = { form: Form; index: number; onRemove: () => void }

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** Changes a secret where it stands, so that what has focus stays. */
export function setDraft(form: Form, index: number, draft: SecretDraft): void {
  form.setValue(`secrets.${index}`, draft, { shouldDirty: true })
  form.clearErrors(`secrets.${index}`)
}

/** One secret of the list: as the server has it, or as it is being typed. */
export function SecretRow({ form, index, onRemove }: SecretRowProps) {
  const draft = useWatch({ control: form.control, name: `secrets.${index}` })
  // Whoever pressed a button of the row goes on with what took its place.
  const [isTouched, setIsTouched] = useState(false)
  const isReadHere = useIsReadHere(form)
  const update = (state: SecretDraft['state']) => {
    setIsTouched(true)
    setDraft(form, index, { ...draft, value: '', state })
  }
  if (draft.state === 'kept' || draft.state === 'removed') {
    const errors = form.formState.errors.secrets?.[index]
    return (
      <StoredSecret
        draft={draft}
        hasFocus={isTouched}
        error={errors?.name?.message ?? errors?.value?.message}
        note={isReadHere && <VariableNote name={draft.name} />}
        onUpdate={update}
      />
    )
  }
  const noun = draft.name || 'the new secret'
  return (
    <div className="flex flex-wrap items-start gap-x-2 gap-y-1 p-2">
      <div className="min-w-0 grow basis-40">
        {draft.state === 'new' ? (
          <NameInput form={form} index={index} isReadHere={isReadHere} />
        ) : (
          <p className="mono flex min-h-8 items-center gap-2 px-1">
            <span className="break-all">{draft.name}</span>
            <span className="flex-none font-ui text-ink-3 text-sm">new value</span>
          </p>
        )}
      </div>
      <div className="min-w-0 grow basis-40">
        <ValueInput
          form={form}
          index={index}
          noun={noun}
          hasFocus={isTouched}
          isReadHere={isReadHere}
        />
      </div>
      {draft.state === 'new' ? (
        <IconButton label={`Remove ${noun}`} onClick={onRemove}>
          <Trash2 {...iconProps} />
        </IconButton>
      ) : (
        <IconButton label={`Keep the present value of ${noun}`} onClick={() => update('kept')}>
          <RotateCcw {...iconProps} />
        </IconButton>
      )}
      {isReadHere && <VariableNote name={draft.name} />}
    </div>
  )
}

type StoredSecretProps = {
  draft: SecretDraft
  hasFocus: boolean
  error: string | undefined
  note: ReactNode
  onUpdate: (state: SecretDraft['state']) => void
}

/** A secret that the server has, kept or to be removed. */
function StoredSecret({ draft, hasFocus, error, note, onUpdate }: StoredSecretProps) {
  const isRemoved = draft.state === 'removed'
  const action = (state: SecretDraft['state'], label: string, autoFocus = false) => (
    <Button
      key={state}
      size="sm"
      variant="ghost"
      autoFocus={autoFocus}
      aria-label={`${label} ${draft.name}`}
      onClick={() => onUpdate(state)}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex min-h-[38px] flex-wrap items-center gap-x-2 py-1 pr-2 pl-3">
      <span
        className={`mono min-w-0 grow basis-full break-all min-[600px]:basis-40 ${isRemoved ? 'text-ink-3 line-through' : ''}`}
      >
        {draft.name}
      </span>
      <span className="min-w-0 grow basis-24 text-ink-3">
        {isRemoved ? (
          'will be removed'
        ) : (
          <>
            <span aria-hidden className="mono">
              ••••••••
            </span>{' '}
            kept
          </>
        )}
      </span>
      <span className="ml-auto flex min-w-[134px] justify-end">
        {isRemoved
          ? action('kept', 'Keep', hasFocus)
          : [action('replaced', 'Replace', hasFocus), action('removed', 'Remove')]}
      </span>
      {!isRemoved && note}
      {error && <p className="w-full text-bad text-sm">{error}</p>}
    </div>
  )
}

type NameInputProps = { form: Form; index: number; isReadHere: boolean }

function NameInput({ form, index, isReadHere }: NameInputProps) {
  const errorId = useId()
  const error = form.formState.errors.secrets?.[index]?.name?.message
  return (
    <>
      <TextInput
        isMono
        aria-label="Secret name"
        placeholder="NAME"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        {...form.register(`secrets.${index}.name`, {
          validate: (name) =>
            nameProblem(form.getValues('secrets'), index, name) ??
            (isReadHere ? refusedVariable(name) : null) ??
            true,
        })}
      />
      <Problem id={errorId} text={error} />
    </>
  )
}

type ValueInputProps = {
  form: Form
  index: number
  noun: string
  hasFocus: boolean
  isReadHere: boolean
}

/** Hidden while it is typed, unless asked for. */
function ValueInput({ form, index, noun, hasFocus, isReadHere }: ValueInputProps) {
  const errorId = useId()
  const [isShown, setIsShown] = useState(false)
  const error = form.formState.errors.secrets?.[index]?.value?.message
  const Icon = isShown ? EyeOff : Eye
  return (
    <>
      <span className="relative block">
        <Controller
          control={form.control}
          name={`secrets.${index}.value`}
          rules={{
            validate: (value) => {
              const { name, state } = form.getValues(`secrets.${index}`)
              if (value === '' && state === 'replaced') {
                return 'Type the new value, or keep the present one.'
              }
              return (isReadHere ? variableValueProblem(name, value) : null) ?? true
            },
          }}
          render={({ field }) => (
            <TextInput
              {...field}
              isMono
              autoFocus={hasFocus}
              type={isShown ? 'text' : 'password'}
              aria-label={`Value of ${noun}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? errorId : undefined}
              placeholder="value"
              autoComplete="new-password"
              spellCheck={false}
              className="pr-9"
            />
          )}
        />
        <span className="absolute top-[3px] right-[3px]">
          <IconButton
            size="sm"
            label={isShown ? `Hide the value of ${noun}` : `Show the value of ${noun}`}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon {...iconProps} />
          </IconButton>
        </span>
      </span>
      <Problem id={errorId} text={error} />
    </>
  )
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <p id={id} className="mt-1 text-bad text-sm">
        {text}
      </p>
    )
  )
}

/** Why a name cannot be used, or null; an empty row says nothing and is left out. */
function nameProblem(drafts: SecretDraft[], index: number, name: string): string | null {
  if (name === '' && !drafts[index]?.value) return null
  const isTaken = drafts.some(
    (other, place) => place !== index && other.name === name && other.state !== 'removed',
  )
  return isTaken ? `${name} is in the list twice.` : secretNameProblem(name)
}
