import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import {
  type Deployment,
  type DeploymentPatchRequest,
  patchDeployment,
  patchStartsRevision,
} from '../../../contract/control-plane/deployments.ts'
import { fillPath } from '../../../contract/endpoint.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { useApi, useCall } from '../../api.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { RequestPreview } from '../../forms/request-preview.tsx'
import { withoutSecrets } from '../../forms/request-text.ts'
import { SubmitRow } from '../../forms/submit-row.tsx'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { deploymentTypeLabel } from '../deployment-types.ts'
import { deploymentQuery, whatRevisionsChange } from '../queries.ts'
import { ConfigPathField, MoreFields, RefField } from './deployment-fields.tsx'
import {
  type DeploymentValues,
  patchRequest,
  type SourceKind,
  valuesOf,
} from './deployment-values.ts'
import { ImageField, ServerField } from './external-fields.tsx'
import { showRefusal } from './form-errors.ts'
import { SecretsEditor } from './secrets-editor.tsx'

export const handle = { useTitle: () => 'Edit' } satisfies PageHandle

/** Changes a deployment. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const { data } = useSuspenseQuery(deploymentQuery(useApi(), deploymentId))
  return <EditForm key={deploymentId} deployment={data} />
}

function EditForm({ deployment }: { deployment: Deployment }) {
  const api = useApi()
  const navigate = useNavigate()
  // Taken once: what is read later must not overwrite what is typed.
  const [before] = useState(() => valuesOf(deployment))
  const spec = deployment.source_config.resource_spec ?? {}
  const form = useForm<DeploymentValues>({ defaultValues: before, mode: 'onChange' })
  const [problems, setProblems] = useState<string[]>([])
  const isSaved = useRef(false)
  useWatch({ control: form.control })
  const patch = patchRequest(before, form.getValues(), spec)
  const { isDirty } = form.formState
  const isChanged = Object.keys(patch).length > 0
  const save = useCall(api.controlPlane, patchDeployment, {
    invalidates: () => whatRevisionsChange(api, deployment.id),
  })

  const submit = form.handleSubmit((values) => {
    setProblems([])
    const body = patchRequest(before, values, spec)
    if (Object.keys(body).length === 0) {
      setProblems(['Nothing differs from what is saved.'])
      return
    }
    save.mutate(
      { params: { deployment_id: deployment.id }, body },
      {
        onSuccess: () => {
          isSaved.current = true
          toast.ok(patchStartsRevision(body) ? 'Saved, a new revision has started' : 'Saved')
          navigate(paths.deployment(deployment.id))
        },
        onError: (error) => setProblems(showRefusal(error, form)),
      },
    )
  })

  return (
    <FormPage
      title={`Edit ${deployment.name}`}
      onSubmit={submit}
      beside={
        <RequestPreview
          method="PATCH"
          path={fillPath(patchDeployment.path, { deployment_id: deployment.id })}
          body={withoutSecrets(patch)}
        />
      }
      isDirty={() => (isChanged || isDirty) && !isSaved.current}
    >
      <Fixed deployment={deployment} kind={before.kind} />
      {before.kind === 'git' && (
        <div className="flex flex-wrap gap-x-2 gap-y-[22px] min-[600px]:flex-nowrap">
          <RefField
            form={form}
            isRequired={before.repo_ref !== ''}
            className="w-full min-[600px]:w-[220px] min-[600px]:flex-none"
          />
          <ConfigPathField
            form={form}
            isRequired={before.langgraph_config_path !== ''}
            className="grow basis-full min-[600px]:basis-auto"
          />
        </div>
      )}
      {before.kind === 'image' && <ImageField form={form} />}
      {before.kind === 'server' ? (
        <ServerField form={form} />
      ) : (
        <>
          <SecretsEditor form={form} />
          <SecretsEffect patch={patch} before={before} />
          <MoreFields form={form} hasToken={deployment.source_config.has_repo_token === true} />
        </>
      )}
      <SubmitRow
        label={patchStartsRevision(patch) ? 'Save and start a revision' : 'Save'}
        isPending={save.isPending}
        problems={problems}
        disabledReason={isChanged || isDirty ? undefined : 'Nothing has changed yet'}
        cancelTo={paths.deployment(deployment.id)}
      >
        <Effect patch={patch} isChanged={isChanged} />
      </SubmitRow>
    </FormPage>
  )
}

/** What was decided for good when the deployment was made. */
function Fixed({ deployment, kind }: { deployment: Deployment; kind: SourceKind }) {
  return (
    <Card>
      <CardHeader title="Fixed" detail="cannot be changed once a deployment exists" />
      <CardBody>
        <Facts>
          <Fact term="Name">{deployment.name}</Fact>
          {kind === 'git' ? (
            <Fact term="Repository">
              <span className="mono break-all">{deployment.source_config.repo_url ?? '—'}</span>
            </Fact>
          ) : (
            <Fact term="Source">{kind === 'image' ? 'container image' : 'running server'}</Fact>
          )}
          <Fact term="Type">{deploymentTypeLabel(deployment)}</Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}

/** What saving will do, before it is done. */
function Effect({ patch, isChanged }: { patch: DeploymentPatchRequest; isChanged: boolean }) {
  if (!isChanged) return <p className="text-ink-3">Only what you change is sent.</p>
  if (!patchStartsRevision(patch)) {
    return (
      <Note tone="info">
        No new revision: these settings take effect with the next one. What serves now goes on.
      </Note>
    )
  }
  const causes = [
    patch.source_revision_config?.repo_ref && 'the branch or tag',
    patch.source_revision_config?.langgraph_config_path && 'the config path',
    patch.source_revision_config?.image_uri && 'the image',
    patch.secrets && 'the secrets',
    patch.source_config?.resource_spec && 'the resources',
  ].filter(Boolean)
  return (
    <Note tone="info">
      Saving starts a new revision, because {causes.join(' and ')} changed. The present one serves
      until the new one is deployed.
    </Note>
  )
}

/** What saving does to each secret, by name: the API replaces the whole list. */
function SecretsEffect(props: { patch: DeploymentPatchRequest; before: DeploymentValues }) {
  const { patch, before } = props
  if (!patch.secrets) return null
  const sent = patch.secrets
  const known = new Set(before.secrets.map(({ name }) => name))
  const kept = sent.filter(({ value }) => value === null)
  const groups = [
    ['Added', sent.filter(({ name, value }) => value !== null && !known.has(name))],
    ['Replaced', sent.filter(({ name, value }) => value !== null && known.has(name))],
    ['Removed', before.secrets.filter(({ name }) => !sent.some((one) => one.name === name))],
    ['Kept', kept],
  ] as const
  return (
    <dl aria-label="Effect on the secrets" className="-mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {groups.map(
        ([word, secrets]) =>
          secrets.length > 0 && (
            <div key={word} className="flex min-w-0 gap-1.5">
              <dt className="text-ink-3">{word}</dt>
              <dd className="mono wrap-anywhere">{secrets.map(({ name }) => name).join(', ')}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
