import { type UseFormReturn, useWatch } from 'react-hook-form'
import { knownVariable } from '../../../contract/control-plane/known-variables.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { useApi } from '../../api.tsx'
import type { DeploymentValues } from './deployment-values.ts'

/** Whether the variables of the form are those of an agent that this server runs: others read them as they like. */
export function useIsReadHere(form: UseFormReturn<DeploymentValues>): boolean {
  const kind = useWatch({ control: form.control, name: 'kind' })
  const isOurs = searchesRuns(useApi().connection)
  return isOurs && (kind === 'git' || kind === 'upload')
}

/** What a variable does that agent servers know; nothing for one of the project's own. */
export function VariableNote({ name }: { name: string }) {
  const known = knownVariable(name)
  if (!known || known.effect === 'refused') return null
  const isUsed = known.effect === 'used'
  return (
    <p className="w-full text-ink-2 text-sm">
      {isUsed ? known.why : `It has no effect here. ${known.why}`}
    </p>
  )
}

/** Why a variable of that name cannot be used here, or null. */
export function refusedVariable(name: string): string | null {
  const known = knownVariable(name)
  return known?.effect === 'refused' ? `It is not supported here. ${known.why}` : null
}

/** Why its value cannot be used, or null. */
export function variableValueProblem(name: string, value: string): string | null {
  const { takes, shape } = knownVariable(name) ?? {}
  return value.trim() === '' || takes?.(value) !== false ? null : `It must be ${shape}.`
}
