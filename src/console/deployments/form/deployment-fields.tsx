import { useId } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import type { DeploymentValues } from './deployment-values.ts'
import { MorePart } from './more-part.tsx'
import { isAmong, NotAmong } from './ref-among.tsx'
import { useRepositoryRefs } from './use-repository-refs.ts'

type FieldsProps = { form: UseFormReturn<DeploymentValues> }
type MoreFieldsProps = FieldsProps & {
  /** The server keeps a token of the repository. */
  hasToken?: boolean
  /** The token stands next to the address. */
  isTokenElsewhere?: boolean
}
type TextFieldProps = FieldsProps & { isRequired?: boolean; className?: string }
type RefFieldProps = TextFieldProps & {
  /** The page is opened for it. */
  isFocused?: boolean
}

const asTyped = { autoComplete: 'off', spellCheck: false } as const

/** Which branch, tag or commit is built; what the repository has is offered. */
export function RefField({ form, isRequired = false, className, isFocused }: RefFieldProps) {
  const listId = useId()
  const { refs, isTold } = useRepositoryRefs(form)
  const ref = useWatch({ control: form.control, name: 'repo_ref' })
  return (
    <Field
      label="Branch or tag"
      hint={
        isTold
          ? refs && (isAmong(ref, refs) ? refsText(refs) : <NotAmong refName={ref.trim()} />)
          : 'This server lists no branches: write one. A tag is refs/tags/…'
      }
      error={form.formState.errors.repo_ref?.message}
      className={className ?? ''}
    >
      <TextInput
        isMono
        list={listId}
        autoFocus={isFocused}
        placeholder={refs?.default_branch ?? 'default branch'}
        {...asTyped}
        {...form.register('repo_ref', {
          validate: (ref) =>
            !isRequired || ref.trim() !== '' || 'Name a branch, a tag or a commit.',
        })}
      />
      <datalist id={listId}>
        {refs?.branches.map((name) => (
          <option key={`branch ${name}`} value={name} />
        ))}
        {refs?.tags.map((name) => (
          <option key={`tag ${name}`} value={`refs/tags/${name}`} label={`tag ${name}`} />
        ))}
      </datalist>
    </Field>
  )
}

function refsText({ branches, tags }: { branches: string[]; tags: string[] }): string {
  const count = (list: string[], one: string, many: string) =>
    `${list.length} ${list.length === 1 ? one : many}`
  return `${count(branches, 'branch', 'branches')}, ${count(tags, 'tag', 'tags')} to choose from.`
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
export function MoreFields({ form, hasToken = false, isTokenElsewhere = false }: MoreFieldsProps) {
  const { errors } = form.formState
  const kind = useWatch({ control: form.control, name: 'kind' })
  const inside = [
    errors.build_on_push,
    errors.install_command,
    errors.build_command,
    !isTokenElsewhere && errors.repo_token,
    errors.memory_limit_mb,
    errors.cpu_limit,
  ]
  return (
    <MorePart
      title="More"
      detail={
        kind === 'upload'
          ? 'commands, resources'
          : kind !== 'git'
            ? 'resources'
            : isTokenElsewhere
              ? 'build on push, commands, resources'
              : 'token, build on push, commands, resources'
      }
      hasError={inside.some(Boolean)}
      isOpenAtFirst={hasMore(form.getValues())}
    >
      {kind === 'git' && !isTokenElsewhere && <TokenField form={form} hasToken={hasToken} />}
      {kind === 'git' && <BuildFields form={form} />}
      {kind === 'upload' && <CommandFields form={form} />}
      <ResourceFields form={form} />
    </MorePart>
  )
}

function hasMore(values: DeploymentValues): boolean {
  const { install_command, build_command, memory_limit_mb, cpu_limit } = values
  const texts = [install_command, build_command, memory_limit_mb, cpu_limit]
  return values.build_on_push || texts.some((text) => text !== '')
}

/** What a private repository is opened with. */
export function TokenField({ form, hasToken = false }: MoreFieldsProps) {
  return (
    <Field
      label="Token of the repository"
      hint={`For a private one at an https address: a token, or user:token.${hasToken ? ' Empty keeps the one that is there.' : ''}`}
      error={form.formState.errors.repo_token?.message}
    >
      <TextInput
        isMono
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        {...form.register('repo_token')}
      />
    </Field>
  )
}

/** When and how what was fetched is built. */
export function BuildFields({ form }: FieldsProps) {
  const { errors } = form.formState
  const ref = useWatch({ control: form.control, name: 'repo_ref' })
  const isTag = ref.trim().startsWith('refs/tags/')
  return (
    <>
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
      <CommandFields form={form} />
    </>
  )
}

/** How what is there is built, where the usual way is not right. */
function CommandFields({ form }: FieldsProps) {
  const { errors } = form.formState
  return (
    <>
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
    </>
  )
}

/** What a process of the deployment may use. */
function ResourceFields({ form }: FieldsProps) {
  const { errors } = form.formState
  const wholeFrom = (least: number) => (text: string) =>
    text.trim() === '' ||
    (/^\d+$/.test(text.trim()) && Number(text) >= least) ||
    `Write a whole number from ${least} on, or nothing for no limit.`
  return (
    <div className="grid gap-x-2 gap-y-[22px] min-[600px]:grid-cols-2">
      <Field label="Memory limit (MB)" hint="At least 256." error={errors.memory_limit_mb?.message}>
        <TextInput
          inputMode="numeric"
          placeholder="no limit"
          {...asTyped}
          {...form.register('memory_limit_mb', { validate: wholeFrom(256) })}
        />
      </Field>
      <Field label="Processor limit" hint="Whole processors." error={errors.cpu_limit?.message}>
        <TextInput
          inputMode="numeric"
          placeholder="no limit"
          {...asTyped}
          {...form.register('cpu_limit', { validate: wholeFrom(1) })}
        />
      </Field>
    </div>
  )
}
