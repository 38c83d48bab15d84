import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { getDeploymentUsage } from '../../../contract/control-plane/deployment-usage.ts'
import {
  type Deployment,
  patchDeployment,
  patchStartsRevision,
} from '../../../contract/control-plane/deployments.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { queryKey, useApi } from '../../api.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { withoutSecrets } from '../../forms/request-text.ts'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { deploymentTypeLabel } from '../deployment-types.ts'
import { deploymentQuery, whatRevisionsChange } from '../queries.ts'
import { CapFields } from './cap-fields.tsx'
import { deploymentFieldOf } from './deployment-field-of.ts'
import { ConfigPathField, MoreFields, RefField } from './deployment-fields.tsx'
import { patchRequest, type SourceKind, valuesOf } from './deployment-values.ts'
import { ImageField, ServerField } from './external-fields.tsx'
import { PatchEffect, SecretsEffect } from './patch-effect.tsx'
import { SecretsEditor } from './secrets-editor.tsx'

export const handle = { useTitle: () => 'Edit' } satisfies PageHandle

const EditForeignDeployment = lazyPart(
  () => import('../foreign/edit-foreign-deployment.tsx').then((code) => code.EditForeignDeployment),
  <Skeleton label="Loading the form" lines={8} />,
)

/** Changes a deployment. Other servers than ours have a form of their own. */
export function Component() {
  return searchesRuns(useApi().connection) ? <EditDeployment /> : <EditForeignDeployment />
}

function EditDeployment() {
  const api = useApi()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const deploymentId = useParam('deploymentId')
  const { data: deployment } = useSuspenseQuery(deploymentQuery(api, deploymentId))
  const params = { deployment_id: deploymentId }
  const spec = deployment.source_config.resource_spec ?? {}
  return (
    <FormPage
      key={deploymentId}
      title={`Edit ${deployment.name}`}
      before={valuesOf(deployment)}
      ownMerge={['secrets']}
      mode="onChange"
      endpoint={patchDeployment}
      inputOf={(values, before) => ({ params, body: patchRequest(before, values, spec) })}
      shown={withoutSecrets}
      fieldOf={deploymentFieldOf}
      invalidates={[
        ...whatRevisionsChange(api, deployment.id),
        queryKey(api.controlPlane, getDeploymentUsage, { params }),
      ]}
      onSaved={(_saved, { body = {} }) => {
        toast.ok(patchStartsRevision(body) ? 'Saved, a new revision has started' : 'Saved')
        navigate(paths.deployment(deployment.id))
      }}
      submitLabel={(patch) => (patchStartsRevision(patch) ? 'Save and start a revision' : 'Save')}
      cancelTo={paths.deployment(deployment.id)}
      effect={(patch, isChanged) => <PatchEffect patch={patch} isChanged={isChanged} />}
    >
      {(form, before) => (
        <>
          <Fixed deployment={deployment} kind={before.kind} />
          {before.kind === 'git' && (
            <div className="flex flex-wrap gap-x-2 gap-y-[22px] min-[600px]:flex-nowrap">
              <RefField
                form={form}
                isRequired={before.repo_ref !== ''}
                isFocused={address.get('at') === 'ref'}
                className="w-full min-[600px]:w-[220px] min-[600px]:flex-none"
              />
              <ConfigPathField
                form={form}
                isRequired={before.langgraph_config_path !== ''}
                className="grow basis-full min-[600px]:basis-auto"
              />
            </div>
          )}
          {before.kind === 'upload' && (
            <ConfigPathField form={form} isRequired={before.langgraph_config_path !== ''} />
          )}
          {before.kind === 'image' && <ImageField form={form} />}
          {before.kind === 'server' ? (
            <ServerField form={form} />
          ) : (
            <>
              <SecretsEditor form={form} saved={before.secrets} wanted={address.get('secret')} />
              <SecretsEffect form={form} before={before} />
              <MoreFields form={form} hasToken={deployment.source_config.has_repo_token === true} />
              {(before.kind === 'git' || before.kind === 'upload') && (
                <CapFields form={form} deploymentId={deploymentId} />
              )}
            </>
          )}
        </>
      )}
    </FormPage>
  )
}

const sourceWords = { upload: 'upload', image: 'container image', server: 'running server' }

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
            <Fact term="Source">{sourceWords[kind]}</Fact>
          )}
          <Fact term="Type">{deploymentTypeLabel(deployment)}</Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}
