import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { DeploymentValues } from './deployment-values.ts'

type FieldsProps = { form: UseFormReturn<DeploymentValues> }
type TextFieldProps = FieldsProps & { isRequired?: boolean; className?: string }

const asTyped = { autoComplete: 'off', spellCheck: false } as const

/** Which branch, tag or commit is built. */
export function RefField({ form, isRequired = false, className }: TextFieldProps) {
  return (
    <Field
      label="Branch or tag"
      error={form.formState.errors.repo_ref?.message}
      className={className ?? ''}
    >
      <TextInput
        isMono
        placeholder="default branch"
        {...asTyped}
        {...form.register('repo_ref', {
          validate: (ref) =>
            !isRequired || ref.trim() !== '' || 'Name a branch, a tag or a commit.',
        })}
      />
    </Field>
  )
}

/** Where the repository describes its graphs. */
export function ConfigPathField({ form, isRequired = false, className }: TextFieldProps) {
  return (
    <Field
      label="Config path"
      hint="Relative to the repository root."
      error={form.formState.errors.langgraph_config_path?.message}
      className={className ?? ''}
    >
      <TextInput
        isMono
        placeholder="langgraph.json"
        {...asTyped}
        {...form.register('langgraph_config_path', {
          validate: (path) =>
            !isRequired || path.trim() !== '' || 'Name the file, for example langgraph.json.',
        })}
      />
    </Field>
  )
}

/** What few deployments need: build on push, and commands of one's own. Opens by itself for an error inside. */
export function MoreFields({ form }: FieldsProps) {
  const { errors } = form.formState
  const ref = useWatch({ control: form.control, name: 'repo_ref' })
  const [isOpened, setIsOpened] = useState(() => hasMore(form.getValues()))
  const hasError = Boolean(errors.build_on_push || errors.install_command || errors.build_command)
  const isOpen = isOpened || hasError
  const isTag = ref.trim().startsWith('refs/tags/')
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpened(!isOpen)}
        className="-ml-1 flex min-h-6 cursor-pointer items-center gap-1 rounded-sm px-1 font-strong"
      >
        <ChevronRight
          aria-hidden
          size={14}
          strokeWidth={1.8}
          className={cx('transition-transform', isOpen && 'rotate-90')}
        />
        More
        <span className="ml-1 font-normal text-ink-3">build on push, commands</span>
      </button>
      <div hidden={!isOpen} className="mt-3 flex flex-col gap-[22px]">
        <Field
          label="Builds"
          isGroup
          hint={
            isTag
              ? 'A tag never moves, so nothing is built on a push.'
              : 'A push to the branch then starts a new revision.'
          }
          error={errors.build_on_push?.message}
        >
          <Controller
            control={form.control}
            name="build_on_push"
            render={({ field: { value, onChange, onBlur } }) => (
              <Checkbox
                label="Build on push"
                checked={value}
                disabled={isTag && !value}
                onChange={(event) => onChange(event.target.checked)}
                onBlur={onBlur}
              />
            )}
          />
        </Field>
        <Field
          label="Install command"
          hint="In place of the usual installing of the package.json."
          error={errors.install_command?.message}
        >
          <TextInput isMono {...asTyped} {...form.register('install_command')} />
        </Field>
        <Field
          label="Build command"
          hint="Runs after installing, before the graphs are loaded."
          error={errors.build_command?.message}
        >
          <TextInput isMono {...asTyped} {...form.register('build_command')} />
        </Field>
      </div>
    </div>
  )
}

function hasMore(values: DeploymentValues): boolean {
  return values.build_on_push || values.install_command !== '' || values.build_command !== ''
}
