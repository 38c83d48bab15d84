import { useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import {
  createDeployment,
  deploymentNameProblem,
  listDeployments,
  suggestDeploymentName,
} from '../../../contract/control-plane/deployments.ts'
import { ChoiceCards } from '../../../ui/controls/choice-card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { SelectMenu } from '../../../ui/controls/select-menu.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { queryKey, useApi, useCall } from '../../api.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { RequestPreview } from '../../forms/request-preview.tsx'
import { withoutSecrets } from '../../forms/request-text.ts'
import { SubmitRow } from '../../forms/submit-row.tsx'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { deploymentTypes } from '../deployment-types.ts'
import { ConfigPathField, MoreFields, RefField } from './deployment-fields.tsx'
import { createRequest, type DeploymentValues, emptyValues } from './deployment-values.ts'
import { ImageField, ServerField } from './external-fields.tsx'
import { showRefusal } from './form-errors.ts'
import { SecretsEditor } from './secrets-editor.tsx'

export const handle = { useTitle: () => 'New' } satisfies PageHandle

/** Makes a deployment, with the request shown beside the form. */
export function Component() {
  const api = useApi()
  const navigate = useNavigate()
  const form = useForm<DeploymentValues>({ defaultValues: emptyValues, mode: 'onChange' })
  const [problems, setProblems] = useState<string[]>([])
  const isSaved = useRef(false)
  const { isDirty } = form.formState
  const kind = useWatch({ control: form.control, name: 'kind' })
  const create = useCall(api.controlPlane, createDeployment, {
    invalidates: () => [queryKey(api.controlPlane, listDeployments)],
  })

  const submit = form.handleSubmit((values) => {
    setProblems([])
    create.mutate(
      { body: createRequest(values) },
      {
        onSuccess: ({ id }) => {
          isSaved.current = true
          navigate(paths.deployment(id))
        },
        onError: (error) => setProblems(showRefusal(error, form)),
      },
    )
  })

  return (
    <FormPage
      title="New deployment"
      onSubmit={submit}
      beside={
        <>
          <Preview form={form} />
          <Note>
            <span className="text-ink-2 text-sm">
              {kind === 'git'
                ? 'Name, repository and type can’t be changed later. Everything else can.'
                : 'Name and kind of source can’t be changed later. Everything else can.'}
            </span>
          </Note>
        </>
      }
      isDirty={() => isDirty && !isSaved.current}
    >
      {/* Fields register in this order, and the first of them that is faulty takes focus. */}
      <NameField form={form} />
      <SourceField form={form} />
      {kind === 'git' && (
        <>
          <div className="flex flex-wrap gap-x-2 gap-y-[22px] min-[600px]:flex-nowrap">
            <RepositoryField form={form} />
            <RefField form={form} className="w-full min-[600px]:w-[220px] min-[600px]:flex-none" />
          </div>
          <div className="flex flex-wrap gap-x-2 gap-y-[22px] min-[600px]:flex-nowrap">
            <ConfigPathField form={form} className="grow basis-full min-[600px]:basis-auto" />
            <TypeField form={form} />
          </div>
        </>
      )}
      {kind === 'image' && <ImageField form={form} />}
      {kind === 'server' && <ServerField form={form} />}
      {kind !== 'server' && (
        <>
          <SecretsEditor form={form} />
          <MoreFields form={form} />
        </>
      )}
      <SubmitRow
        label="Create deployment"
        isPending={create.isPending}
        problems={problems}
        cancelTo={paths.deployments()}
      />
    </FormPage>
  )
}

type FormProps = { form: UseFormReturn<DeploymentValues> }

function NameField({ form }: FormProps) {
  const error = form.formState.errors.name
  const name = useWatch({ control: form.control, name: 'name' })
  const suggestion = error?.type === 'validate' && suggestDeploymentName(name)
  return (
    <Field
      label="Name"
      hint="Also a part of the agent server’s address."
      error={
        error && (
          <>
            {error.message}
            {suggestion && (
              <>
                {' '}
                <button
                  type="button"
                  className="cursor-pointer rounded-sm font-medium underline underline-offset-2"
                  onClick={() => {
                    form.setValue('name', suggestion, { shouldDirty: true, shouldValidate: true })
                    form.setFocus('name')
                  }}
                >
                  Use it
                </button>
              </>
            )}
          </>
        )
      }
    >
      <TextInput
        // The page has one purpose, and this is where it starts.
        autoFocus
        placeholder="research-agent"
        autoComplete="off"
        spellCheck={false}
        {...form.register('name', { validate: (name) => deploymentNameProblem(name) ?? true })}
      />
    </Field>
  )
}

function SourceField({ form }: FormProps) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <ChoiceCards
      legend="Source"
      value={kind}
      onValueChange={(value) => form.setValue('kind', value, { shouldDirty: true })}
      options={[
        {
          value: 'git',
          title: 'Git repository',
          description: 'Clone, build and serve the graphs in langgraph.json',
        },
        {
          value: 'image',
          title: 'Container image',
          description: 'Run an image that serves the agent API',
        },
        {
          value: 'server',
          title: 'Running server',
          description: 'Attach a server that is already up',
        },
      ]}
    />
  )
}

function RepositoryField({ form }: FormProps) {
  return (
    <Field
      label="Repository"
      error={form.formState.errors.repo_url?.message}
      className="grow basis-full min-[600px]:basis-auto"
    >
      <TextInput
        placeholder="https://… or the path of a folder on this machine"
        autoComplete="off"
        spellCheck={false}
        {...form.register('repo_url', {
          validate: (address) => address.trim() !== '' || 'Name the git repository to deploy from.',
        })}
      />
    </Field>
  )
}

function TypeField({ form }: FormProps) {
  const type = useWatch({ control: form.control, name: 'deployment_type' })
  return (
    <Field
      label="Type"
      isGroup
      error={form.formState.errors.deployment_type?.message}
      className="w-full min-[600px]:w-[180px] min-[600px]:flex-none"
    >
      <div>
        <SelectMenu
          label="Type"
          variant="default"
          value={type}
          options={deploymentTypes}
          onValueChange={(value) => form.setValue('deployment_type', value, { shouldDirty: true })}
        />
      </div>
    </Field>
  )
}

/** Apart, so that typing draws the form's fields only where they change. */
function Preview({ form }: FormProps) {
  const { control, getValues } = form
  // What is watched lags behind by a render when rows of the list come and go.
  useWatch({ control })
  const body = withoutSecrets(createRequest(getValues()))
  return <RequestPreview method="POST" path={createDeployment.path} body={body} />
}
