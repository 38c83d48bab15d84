import { useSuspenseQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import {
  type Deployment,
  type DeploymentPatchRequest,
  patchDeployment,
  patchStartsRevision,
} from '../../../contract/control-plane/deployments.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { useApi } from '../../api.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { withoutSecrets } from '../../forms/request-text.ts'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { deploymentTypeLabel } from '../deployment-types.ts'
import { deploymentQuery, whatRevisionsChange } from '../queries.ts'
import { deploymentFieldOf } from './deployment-field-of.ts'
import { ConfigPathField, MoreFields, RefField } from './deployment-fields.tsx'
import {
  type DeploymentValues,
  patchRequest,
  type SourceKind,
  valuesOf,
} from './deployment-values.ts'
import { ImageField, ServerField } from './external-fields.tsx'
import { SecretsEditor } from './secrets-editor.tsx'

export const handle = { useTitle: () => 'Edit' } satisfies PageHandle

/** Changes a deployment. */
export function Component() {
  const api = useApi()
  const navigate = useNavigate()
  const deploymentId = useParam('deploymentId')
  const { data: deployment } = useSuspenseQuery(deploymentQuery(api, deploymentId))
  const params = { deployment_id: deploymentId }
  const spec = deployment.source_config.resource_spec ?? {}
  return (
    <FormPage
      key={deploymentId}
      title={`Edit ${deployment.name}`}
      before={valuesOf(deployment)}
      mode="onChange"
      endpoint={patchDeployment}
      inputOf={(values, before) => ({ params, body: patchRequest(before, values, spec) })}
      shown={withoutSecrets}
      fieldOf={deploymentFieldOf}
      invalidates={whatRevisionsChange(api, deployment.id)}
      onSaved={(_saved, { body = {} }) => {
        toast.ok(patchStartsRevision(body) ? 'Saved, a new revision has started' : 'Saved')
        navigate(paths.deployment(deployment.id))
      }}
      submitLabel={(patch) => (patchStartsRevision(patch) ? 'Save and start a revision' : 'Save')}
      cancelTo={paths.deployment(deployment.id)}
      effect={(patch, isChanged) => <Effect patch={patch} isChanged={isChanged} />}
    >
      {(form, before) => (
        <>
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
              <SecretsEffect form={form} before={before} />
              <MoreFields form={form} hasToken={deployment.source_config.has_repo_token === true} />
            </>
          )}
        </>
      )}
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

type SecretsEffectProps = { form: UseFormReturn<DeploymentValues>; before: DeploymentValues }

/** What saving does to each secret, by name: the API replaces the whole list. */
function SecretsEffect({ form, before }: SecretsEffectProps) {
  // What is watched lags behind by a render when rows of the list come and go.
  useWatch({ control: form.control, name: 'secrets' })
  const sent = patchRequest(before, form.getValues()).secrets
  if (!sent) return null
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
