import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import {
  createDeployment,
  deploymentNameProblem,
  listDeployments,
  suggestDeploymentName,
} from '../../../contract/control-plane/deployments.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { ChoiceCards } from '../../../ui/controls/choice-card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { queryKey, useApi } from '../../api.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { withoutSecrets } from '../../forms/request-text.ts'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { deploymentFieldOf } from './deployment-field-of.ts'
import { ConfigPathField, MoreFields, RefField, TokenField } from './deployment-fields.tsx'
import { createRequest, type DeploymentValues, emptyValues } from './deployment-values.ts'
import { ImageField, ServerField } from './external-fields.tsx'
import { PythonExamplesNote } from './python-examples-note.tsx'
import { SecretsEditor } from './secrets-editor.tsx'
import { TypeField } from './type-field.tsx'
import { useRepositoryRefs } from './use-repository-refs.ts'

export const handle = { useTitle: () => 'New' } satisfies PageHandle

const NewForeignDeployment = lazyPart(
  () => import('../foreign/new-foreign-deployment.tsx').then((code) => code.NewForeignDeployment),
  <Skeleton label="Loading the form" lines={8} />,
)

/** Makes a deployment, with the request shown beside the form. Other servers than ours have a form of their own. */
export function Component() {
  return searchesRuns(useApi().connection) ? <NewDeployment /> : <NewForeignDeployment />
}

function NewDeployment() {
  const { controlPlane } = useApi()
  const navigate = useNavigate()
  return (
    <FormPage
      title="New deployment"
      before={emptyValues}
      mode="onChange"
      endpoint={createDeployment}
      inputOf={(values) => ({ body: createRequest(values) })}
      shown={withoutSecrets}
      fieldOf={deploymentFieldOf}
      conflictAt="name"
      invalidates={[queryKey(controlPlane, listDeployments)]}
      onSaved={({ id }) => navigate(paths.deployment(id))}
      submitLabel="Create deployment"
      cancelTo={paths.deployments()}
      beside={(form) => (
        <>
          <WhatStays form={form} />
          <PythonExamplesNote />
        </>
      )}
    >
      {(form) => <Fields form={form} />}
    </FormPage>
  )
}

type FormProps = { form: UseFormReturn<DeploymentValues> }

function WhatStays({ form }: FormProps) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <Note>
      <span className="text-ink-2 text-sm">
        {kind === 'git'
          ? 'Name, repository and type can’t be changed later. Everything else can.'
          : 'Name and kind of source can’t be changed later. Everything else can.'}
      </span>
    </Note>
  )
}

/** They register in this order, and the first of them that is faulty takes focus. */
function Fields({ form }: FormProps) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <>
      <NameField form={form} />
      <SourceField form={form} />
      {kind === 'git' && (
        <>
          <div className="flex flex-wrap gap-x-2 gap-y-[22px] min-[600px]:flex-nowrap">
            <RepositoryField form={form} />
            <RefField form={form} className="w-full min-[600px]:w-[220px] min-[600px]:flex-none" />
          </div>
          <TokenField form={form} />
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
          <MoreFields form={form} isTokenElsewhere />
        </>
      )}
    </>
  )
}

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
          value: 'upload',
          title: 'Upload',
          description: 'A folder or an archive of this computer, sent in the next step',
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
  const { problem } = useRepositoryRefs(form)
  return (
    <Field
      label="Repository"
      error={form.formState.errors.repo_url?.message ?? problem}
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
