import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { searchAssistants } from '../../../../contract/agent-server/assistants.ts'
import { getDeployment } from '../../../../contract/control-plane/deployments.ts'
import { listRevisions, type Revision } from '../../../../contract/control-plane/revisions.ts'
import { shortSource } from '../../../../contract/control-plane/short-commit.ts'
import {
  type Connection,
  listConnections,
  searchesRuns,
} from '../../../../contract/gateway/connections.ts'
import { Field } from '../../../../ui/controls/field.tsx'
import { shortId } from '../../../../ui/format/short-id-text.ts'
import { ApiProvider, createApi, query, useApi } from '../../../api.tsx'
import { Pair } from '../../../forms/form-parts.tsx'
import { DeploymentPicker } from '../../../objects/deployment-picker.tsx'
import { onlyDeployment } from './only-deployment.ts'
import { Choice, Focusable, type SessionForm } from './session-fields.tsx'

const assistantsAtOnce = 100

type TargetFieldsProps = { form: SessionForm; index: 0 | 1 }

/** Who is to answer: a connection where there are several, a deployment of it, an assistant of that. */
export function TargetFields({ form, index }: TargetFieldsProps) {
  const api = useApi()
  const { data: connections } = useQuery(query(api.gateway, listConnections))
  const connectionId = useWatch({ control: form.control, name: `targets.${index}.connection_id` })
  const connection = connections?.find(({ id }) => id === connectionId) ?? api.connection
  return (
    <>
      {connections && connections.length > 1 && (
        <Choice
          form={form}
          name={`targets.${index}.connection_id`}
          label="Connection"
          required="Choose a connection."
          options={connections.map(({ id, name }) => ({ value: id, label: name }))}
          onChosen={() => {
            const chosen = form.getValues(`targets.${index}.connection_id`)
            const next = connections.find(({ id }) => id === chosen)
            form.setValue(`targets.${index}.deployment_id`, next ? onlyDeployment(next) : '')
            form.setValue(`targets.${index}.revision_id`, '')
            form.setValue(`targets.${index}.assistant_id`, '')
          }}
        />
      )}
      <OfConnection key={connection.id} connection={connection} form={form} index={index} />
    </>
  )
}

/** What is chosen of one connection, which may be another than the page's. */
function OfConnection({ connection, form, index }: TargetFieldsProps & { connection: Connection }) {
  const { gateway } = useApi()
  const api = useMemo(() => createApi(gateway, connection), [gateway, connection])
  const hasOne = onlyDeployment(connection) !== ''
  return (
    <ApiProvider api={api}>
      {hasOne ? (
        <AssistantField form={form} index={index} />
      ) : (
        <Pair>
          <DeploymentField form={form} index={index} />
          <AssistantField form={form} index={index} />
          <RevisionField form={form} index={index} />
        </Pair>
      )}
    </ApiProvider>
  )
}

function DeploymentField({ form, index }: TargetFieldsProps) {
  const name = `targets.${index}.deployment_id` as const
  return (
    <Field
      label="Deployment"
      isGroup
      error={form.getFieldState(name, form.formState).error?.message}
    >
      <Controller
        control={form.control}
        name={name}
        rules={{ required: 'Choose a deployment.' }}
        render={({ field: { value, onChange, ref } }) => (
          <Focusable fieldRef={ref}>
            <DeploymentPicker
              value={value || null}
              onChange={(next) => {
                onChange(next ?? '')
                form.setValue(`targets.${index}.revision_id`, '')
                form.setValue(`targets.${index}.assistant_id`, '')
              }}
            />
          </Focusable>
        )}
      />
    </Field>
  )
}

/** What serves, or a kept build that is run without traffic for it. Only our own servers can do that. */
function RevisionField({ form, index }: TargetFieldsProps) {
  const api = useApi()
  const deployment_id = useWatch({ control: form.control, name: `targets.${index}.deployment_id` })
  const canPreview = searchesRuns(api.connection) && deployment_id !== ''
  const { data } = useQuery({
    ...query(api.controlPlane, listRevisions, { params: { deployment_id }, query: { limit: 20 } }),
    enabled: canPreview,
  })
  const { data: deployment } = useQuery({
    ...query(api.controlPlane, getDeployment, { params: { deployment_id } }),
    enabled: canPreview,
  })
  const serving = data?.resources.find(({ id }) => id === deployment?.active_revision_id)
  const kept = data?.resources.filter(
    ({ status, source }) =>
      status === 'DEPLOYED' && (source === 'github' || source === 'internal_source'),
  )
  if (!canPreview || !kept || kept.length === 0) return null
  return (
    <Choice
      form={form}
      name={`targets.${index}.revision_id`}
      label="Revision"
      options={[
        {
          value: '',
          label: ['What serves', ...(serving ? sourceParts(serving) : [])].join(' · '),
          ...describedBy(serving),
        },
        ...kept.map((revision) => ({
          value: revision.id,
          label: [
            shortId(revision.id),
            ...sourceParts(revision),
            ...(revision.without_traffic ? ['without traffic'] : []),
            ...(revision.has_build === false ? ['its build was removed'] : []),
          ].join(' · '),
          ...describedBy(revision),
        })),
      ]}
    />
  )
}

/** The ref and the commit that a revision was built from, as far as they are known. */
function sourceParts({ source_revision_config: source }: Revision): string[] {
  return [source.repo_ref, shortSource(source)].filter((part) => part != null)
}

function describedBy(revision: Revision | undefined): { description?: string } {
  const message = revision?.source_revision_config.repo_commit_message
  return message ? { description: message } : {}
}

/**
 * The only assistant of a deployment is chosen with it; of a candidate at another place, or of another build, the one that
 * the first target asks too.
 */
function AssistantField({ form, index }: TargetFieldsProps) {
  const api = useApi()
  const deploymentId = useWatch({ control: form.control, name: `targets.${index}.deployment_id` })
  const { data, error } = useQuery({
    ...query(api.agent(deploymentId), searchAssistants, { body: { limit: assistantsAtOnce } }),
    enabled: deploymentId !== '',
    retry: false,
  })
  const name = `targets.${index}.assistant_id` as const
  // A graph's own assistant goes by the graph's name, which outlives a deployment.
  const options = (data ?? []).map(({ assistant_id, graph_id, name, metadata }) =>
    metadata?.created_by === 'system'
      ? { value: graph_id, label: graph_id }
      : { value: assistant_id, label: name || assistant_id },
  )
  const [first, own] = useWatch({ control: form.control, name: ['targets.0', `targets.${index}`] })
  const isElsewhere =
    first.deployment_id !== own.deployment_id || first.revision_id !== own.revision_id
  const same = isElsewhere ? options.find(({ value }) => value === first.assistant_id) : undefined
  const usual = (options.length === 1 ? options[0] : same)?.value
  useEffect(() => {
    if (!deploymentId || !usual || form.getValues(name) !== '') return
    // Whoever was sooner than the read was told to choose one.
    form.setValue(name, usual, { shouldValidate: form.getFieldState(name).invalid })
  }, [form, name, deploymentId, usual])
  const whyNot = !deploymentId
    ? 'Choose a deployment first'
    : data
      ? data.length === 0 && 'It has no assistants'
      : error
        ? `The assistants could not be read: ${error.message}`
        : 'Reading the assistants'
  return (
    <Choice
      form={form}
      name={name}
      label="Assistant"
      required="Choose an assistant."
      options={options}
      disabledReason={whyNot || undefined}
    />
  )
}
