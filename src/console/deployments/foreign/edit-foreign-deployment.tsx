import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import {
  type Deployment,
  patchDeployment,
  patchStartsRevision,
} from '../../../contract/control-plane/deployments.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { useApi } from '../../api.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { withoutSecrets } from '../../forms/request-text.ts'
import { paths } from '../../paths.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { deploymentTypeLabel } from '../deployment-types.ts'
import { BuildFields, ConfigPathField, RefField } from '../form/deployment-fields.tsx'
import { valuesOf } from '../form/deployment-values.ts'
import { ImageField } from '../form/external-fields.tsx'
import { PatchEffect, SecretsEffect } from '../form/patch-effect.tsx'
import { SecretsEditor } from '../form/secrets-editor.tsx'
import { deploymentQuery, whatRevisionsChange } from '../queries.ts'
import { AddressField } from './address-field.tsx'
import { ForeignFacts } from './foreign-facts.tsx'
import { foreignFieldOf } from './foreign-field-of.ts'
import { foreignPatchRequest, keptSecrets } from './foreign-request.ts'
import { ForeignResourceFields } from './resource-fields.tsx'

/** Changes a deployment of a control plane that is not ours, with every field of the published request. */
export function EditForeignDeployment() {
  const api = useApi()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const deploymentId = useParam('deploymentId')
  const { data: deployment } = useSuspenseQuery(deploymentQuery(api, deploymentId))
  const spec = deployment.source_config.resource_spec ?? {}
  const isFromGit = deployment.source !== 'external_docker'
  return (
    <FormPage
      key={deploymentId}
      title={`Edit ${deployment.name}`}
      before={valuesOf(deployment)}
      ownMerge={['secrets']}
      mode="onChange"
      endpoint={patchDeployment}
      inputOf={(values, before) => ({
        params: { deployment_id: deploymentId },
        body: foreignPatchRequest(before, values, spec),
      })}
      shown={withoutSecrets}
      fieldOf={foreignFieldOf}
      invalidates={whatRevisionsChange(api, deployment.id)}
      onSaved={(_saved, { body = {} }) => {
        toast.ok(patchStartsRevision(body) ? 'Saved, a new revision has started' : 'Saved')
        navigate(paths.deployment(deployment.id))
      }}
      refusal={(patch) => refusalOf(keptSecrets(patch))}
      submitLabel={(patch) => (patchStartsRevision(patch) ? 'Save and start a revision' : 'Save')}
      cancelTo={paths.deployment(deployment.id)}
      effect={(patch, isChanged) => <PatchEffect patch={patch} isChanged={isChanged} />}
    >
      {(form, before) => (
        <>
          <Fixed deployment={deployment} />
          {isFromGit ? (
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
          ) : (
            <>
              <ImageField
                form={form}
                isRequired={before.image_uri !== ''}
                hint="Pulled and run where the deployment runs; it has to serve the agent API."
              />
              <AddressField form={form} />
            </>
          )}
          <SecretsEditor form={form} saved={before.secrets} wanted={address.get('secret')} />
          <SecretsEffect form={form} before={before} />
          {isFromGit && <BuildFields form={form} />}
          <ForeignResourceFields form={form} />
        </>
      )}
    </FormPage>
  )
}

/** Why the secrets cannot be sent yet. */
function refusalOf(kept: readonly string[]): string | undefined {
  return kept.length === 0
    ? undefined
    : `This server replaces the whole list of secrets and keeps no value. Replace or remove ${kept.join(', ')} as well.`
}

/** What was decided for good when the deployment was made. */
function Fixed({ deployment }: { deployment: Deployment }) {
  const { source_config: source } = deployment
  return (
    <Card>
      <CardHeader title="Fixed" detail="cannot be changed once a deployment exists" />
      <CardBody>
        <Facts>
          <Fact term="Name">{deployment.name}</Fact>
          {source.repo_url && (
            <Fact term="Repository">
              <span className="mono break-all">{source.repo_url}</span>
            </Fact>
          )}
          <Fact term="Type">{deploymentTypeLabel(deployment)}</Fact>
          <ForeignFacts deployment={deployment} />
        </Facts>
      </CardBody>
    </Card>
  )
}
