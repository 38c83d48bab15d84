import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { usageCapNames } from '../../../contract/agent-server/usage.ts'
import { getDeploymentUsage } from '../../../contract/control-plane/deployment-usage.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { query, useApi } from '../../api.tsx'
import { CapStates, capWords } from '../cap-states.tsx'
import type { DeploymentValues } from './deployment-values.ts'

type CapFieldsProps = { form: UseFormReturn<DeploymentValues>; deploymentId: string }

/** What a deployment may spend, with how far that is used. Nothing is shown where the server does not count. */
export function CapFields({ form, deploymentId }: CapFieldsProps) {
  const api = useApi()
  const canCount = searchesRuns(api.connection)
  const { data } = useQuery({
    ...query(api.controlPlane, getDeploymentUsage, { params: { deployment_id: deploymentId } }),
    enabled: canCount,
  })
  if (!canCount) return null
  const currency = data?.total.currency ?? null
  return (
    <fieldset className="flex min-w-0 flex-col gap-[22px] border-t pt-4">
      <legend className="float-left w-full pb-1 font-semibold">Limits of use</legend>
      <p className="-mt-4 text-ink-2 text-sm">
        Where one is used up, new runs are refused until the next day or month (UTC), those of
        schedules and of QA as well. Previews count too; runs under way are not stopped, and a model
        without a price counts for no cost.
      </p>
      {data && <CapStates caps={data.caps} currency={currency} />}
      <div className="grid gap-x-2 gap-y-[22px] min-[600px]:grid-cols-2">
        {usageCapNames.map((name) => (
          <Field
            key={name}
            label={
              name.startsWith('cost') && currency
                ? `${capWords[name]} (${currency})`
                : capWords[name]
            }
            error={form.formState.errors[name]?.message}
          >
            <TextInput
              inputMode="decimal"
              placeholder="no limit"
              autoComplete="off"
              spellCheck={false}
              {...form.register(name, { validate: isAmount })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}

function isAmount(text: string): true | string {
  const typed = text.trim()
  if (typed === '' || (/^\d+(\.\d+)?$/.test(typed) && Number(typed) > 0)) return true
  return 'Write a number above 0 such as 100000, or nothing for no limit.'
}
