import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { GithubRepository } from '../../../contract/control-plane/github-integrations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../../ui/overlay/select-menu.tsx'
import { useApi } from '../../api.tsx'
import type { DeploymentValues } from '../form/deployment-values.ts'
import { installLink } from './install-link.ts'
import { integrationsQuery, repositoriesQuery } from './queries.ts'

type FieldsProps = { form: UseFormReturn<DeploymentValues> }
const asTyped = { autoComplete: 'off', spellCheck: false } as const

/** By which account at GitHub the server reaches the repository; an id where it lists none. */
export function IntegrationField({ form }: FieldsProps) {
  const api = useApi()
  const { data, error, isFetching, refetch } = useQuery(integrationsQuery(api))
  const chosen = useWatch({ control: form.control, name: 'integration_id' })
  const link = installLink(
    api.connection,
    data?.find(({ id }) => id === chosen),
  )
  const fault = form.formState.errors.integration_id?.message
  if (error) {
    return (
      <Field
        label="GitHub integration"
        hint={`Its id. The server does not list them: ${error.message}`}
        error={fault}
      >
        <TextInput isMono {...asTyped} {...form.register('integration_id')} />
      </Field>
    )
  }
  const choose = (id: string) =>
    form.setValue('integration_id', id, { shouldDirty: true, shouldValidate: fault !== undefined })
  return (
    <Field
      label="GitHub integration"
      isGroup
      error={fault}
      hint={
        <>
          {data?.length === 0
            ? 'No account at GitHub lets this server see its repositories yet. '
            : 'The account at GitHub that lets the server see the repository. '}
          <a
            href={link.href}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-sm text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
          >
            {link.words}
          </a>
        </>
      }
    >
      <div className="flex flex-wrap gap-2">
        <SelectMenu
          label="GitHub integration"
          variant="default"
          value={chosen}
          disabledReason={
            data ? (data.length === 0 ? 'There is none to choose from' : undefined) : 'Loading'
          }
          options={[
            { value: '', label: 'None' },
            ...(data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={choose}
        />
        <Button variant="ghost" isPending={isFetching} onClick={() => void refetch()}>
          Look again
        </Button>
      </div>
    </Field>
  )
}

/** The repository: one that the integration sees is offered, and brings its default branch along. */
export function ForeignRepositoryField({ form }: FieldsProps) {
  const listId = useId()
  const integration = useWatch({ control: form.control, name: 'integration_id' })
  const typed = useWatch({ control: form.control, name: 'repo_url' })
  const { data, error } = useQuery(repositoriesQuery(useApi(), integration))
  const takeBranch = (url: string) => {
    const branch = data?.find((one) => one.url === url)?.default_branch
    const isUntouched = !form.formState.dirtyFields.repo_ref
    // What somebody wrote there stays.
    if (branch && isUntouched) form.resetField('repo_ref', { defaultValue: branch })
  }
  return (
    <Field
      label="Repository"
      hint={hintOf(data, typed.trim()) ?? (error ? `Its address. ${error.message}` : undefined)}
      error={form.formState.errors.repo_url?.message}
      className="grow basis-full min-[600px]:basis-auto"
    >
      <TextInput
        list={listId}
        placeholder="https://github.com/…"
        {...asTyped}
        {...form.register('repo_url', {
          validate: (address) => address.trim() !== '' || 'Name the repository to deploy from.',
          onChange: (event) => takeBranch(String(event.target.value)),
        })}
      />
      <datalist id={listId}>
        {data?.map(({ url, owner, name }) => (
          <option key={url} value={url} label={`${owner}/${name}`} />
        ))}
      </datalist>
    </Field>
  )
}

function hintOf(repositories: readonly GithubRepository[] | undefined, typed: string) {
  if (!repositories) return undefined
  if (typed !== '' && !repositories.some(({ url }) => url === typed)) {
    return <span className="text-warn">The integration does not see this repository.</span>
  }
  const { length } = repositories
  return `${length} ${length === 1 ? 'repository' : 'repositories'} to choose from.`
}
