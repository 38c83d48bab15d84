import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { createDeployment, listDeployments } from '../../../contract/control-plane/deployments.ts'
import { ChoiceCards } from '../../../ui/controls/choice-card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { queryKey, useApi } from '../../api.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { withoutSecrets } from '../../forms/request-text.ts'
import { paths } from '../../paths.ts'
import { BuildFields, ConfigPathField, RefField } from '../form/deployment-fields.tsx'
import { type DeploymentValues, emptyValues } from '../form/deployment-values.ts'
import { ImageField } from '../form/external-fields.tsx'
import { MorePart } from '../form/more-part.tsx'
import { SecretsEditor } from '../form/secrets-editor.tsx'
import { TypeField } from '../form/type-field.tsx'
import { AddressField } from './address-field.tsx'
import { foreignFieldOf } from './foreign-field-of.ts'
import { foreignCreateRequest } from './foreign-request.ts'
import { ForeignRepositoryField, IntegrationField } from './integration-fields.tsx'
import { ListenerFields } from './listener-fields.tsx'
import { ForeignResourceFields } from './resource-fields.tsx'

type FormProps = { form: UseFormReturn<DeploymentValues> }

/** Makes a deployment on a control plane that is not ours, with every field of the published request. */
export function NewForeignDeployment() {
  const { controlPlane } = useApi()
  const navigate = useNavigate()
  return (
    <FormPage
      title="New deployment"
      before={emptyValues}
      mode="onChange"
      endpoint={createDeployment}
      inputOf={(values) => ({ body: foreignCreateRequest(values) })}
      shown={withoutSecrets}
      fieldOf={foreignFieldOf}
      conflictAt="name"
      invalidates={[queryKey(controlPlane, listDeployments)]}
      onSaved={({ id }) => navigate(paths.deployment(id))}
      submitLabel="Create deployment"
      cancelTo={paths.deployments()}
      beside={(form) => <WhatStays form={form} />}
    >
      {(form) => <Fields form={form} />}
    </FormPage>
  )
}

function WhatStays({ form }: FormProps) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <Note>
      <span className="text-ink-2 text-sm">
        {kind === 'git'
          ? 'Name, integration, repository and type can’t be changed later. Everything else can.'
          : 'Name, listener and namespace can’t be changed later. Everything else can.'}
      </span>
    </Note>
  )
}

/** They register in this order, and the first of them that is faulty takes focus. */
function Fields({ form }: FormProps) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <>
      <Field
        label="Name"
        hint="The server makes a tracing project of this name as well."
        error={form.formState.errors.name?.message}
      >
        <TextInput
          // The page has one purpose, and this is where it starts.
          autoFocus
          placeholder="research-agent"
          autoComplete="off"
          spellCheck={false}
          {...form.register('name', {
            validate: (name) => name.trim() !== '' || 'Give the deployment a name.',
          })}
        />
      </Field>
      <ChoiceCards
        legend="Source"
        value={kind === 'git' ? 'git' : 'image'}
        onValueChange={(value) => form.setValue('kind', value, { shouldDirty: true })}
        options={[
          {
            value: 'git',
            title: 'GitHub repository',
            description: 'Built by the server; offered by the vendor’s cloud',
          },
          {
            value: 'image',
            title: 'Container image',
            description: 'Run by the server or a listener; self-hosted and hybrid',
          },
        ]}
      />
      {kind === 'git' ? (
        <>
          <IntegrationField form={form} />
          <div className="flex flex-wrap gap-x-2 gap-y-[22px] min-[600px]:flex-nowrap">
            <ForeignRepositoryField form={form} />
            <RefField form={form} className="w-full min-[600px]:w-[220px] min-[600px]:flex-none" />
          </div>
          <div className="flex flex-wrap gap-x-2 gap-y-[22px] min-[600px]:flex-nowrap">
            <ConfigPathField form={form} className="grow basis-full min-[600px]:basis-auto" />
            <TypeField form={form} />
          </div>
        </>
      ) : (
        <>
          <ImageField
            form={form}
            hint="Pulled and run where the deployment runs; it has to serve the agent API."
          />
          <ListenerFields form={form} />
          <AddressField form={form} />
        </>
      )}
      <SecretsEditor form={form} />
      {kind === 'git' && <BuildPart form={form} />}
      <ForeignResourceFields form={form} />
    </>
  )
}

function BuildPart({ form }: FormProps) {
  const { errors } = form.formState
  return (
    <MorePart
      title="More"
      detail="build on push, commands"
      hasError={Boolean(errors.build_on_push || errors.install_command || errors.build_command)}
      isOpenAtFirst={false}
    >
      <BuildFields form={form} />
    </MorePart>
  )
}
