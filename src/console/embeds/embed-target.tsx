import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Controller, type RefCallBack, type UseFormReturn, useWatch } from 'react-hook-form'
import { searchAssistants } from '../../contract/agent-server/assistants.ts'
import { someDeployments } from '../../contract/pages/deployment-pages.ts'
import { Field } from '../../ui/controls/field.tsx'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { query, useApi } from '../api.tsx'
import { Pair } from '../forms/form-parts.tsx'
import { DeploymentPicker } from '../objects/deployment-picker.tsx'
import { readQuery } from '../reads.ts'
import type { EmbedValues } from './embed-values.ts'

/** The deployment and the assistant that answer. */
export function Target({ form }: { form: UseFormReturn<EmbedValues> }) {
  const api = useApi()
  const deployments = useQuery(readQuery(api, someDeployments))
  const deploymentId = useWatch({ control: form.control, name: 'deployment_id' })
  const assistants = useQuery({
    ...query(api.agent(deploymentId), searchAssistants, { body: { limit: 100 } }),
    enabled: deploymentId !== '',
  })
  return (
    <Pair>
      <Field label="Deployment" isGroup error={form.formState.errors.deployment_id?.message}>
        <Controller
          control={form.control}
          name="deployment_id"
          rules={{ required: 'Choose a deployment.' }}
          render={({ field: { value, onChange, ref } }) => (
            <Focusable fieldRef={ref}>
              <DeploymentPicker
                value={value || null}
                disabledReason={whyNoChoice(deployments, 'deployments')}
                onChange={(next) => {
                  onChange(next ?? '')
                  form.setValue('assistant_id', '')
                }}
              />
            </Focusable>
          )}
        />
      </Field>
      <Field label="Assistant" isGroup error={form.formState.errors.assistant_id?.message}>
        <Controller
          control={form.control}
          name="assistant_id"
          rules={{ required: 'Choose an assistant.' }}
          render={({ field: { value, onChange, ref } }) => (
            <Focusable fieldRef={ref}>
              <SelectMenu
                label="Assistant"
                variant="default"
                value={value}
                options={(assistants.data ?? []).map(
                  ({ assistant_id, graph_id, name, metadata }) =>
                    metadata?.created_by === 'system'
                      ? { value: graph_id, label: graph_id }
                      : { value: assistant_id, label: name ?? assistant_id },
                )}
                disabledReason={
                  deploymentId === ''
                    ? 'Choose a deployment first'
                    : whyNoChoice(assistants, 'assistants')
                }
                onValueChange={onChange}
              />
            </Focusable>
          )}
        />
      </Field>
    </Pair>
  )
}

/** Lets the form give focus to a menu whose choice is missing or was refused. */
function Focusable({ fieldRef, children }: { fieldRef: RefCallBack; children: ReactNode }) {
  return (
    <div
      className="grid"
      ref={(node) => fieldRef(node && { focus: () => node.querySelector('button')?.focus() })}
    >
      {children}
    </div>
  )
}

type Read = {
  data?: { length: number } | { resources: { length: number } } | undefined
  error: Error | null
}

/** Why nothing can be chosen of what was read; undefined where something can. */
function whyNoChoice({ data, error }: Read, what: string): string | undefined {
  if (!data)
    return error ? `The ${what} could not be read: ${error.message}` : `Reading the ${what}`
  const { length } = 'resources' in data ? data.resources : data
  return length === 0 ? `There are no ${what} yet` : undefined
}
