import { X } from 'lucide-react'
import { IconButton } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { useApi } from '../api.tsx'
import { DeploymentPicker } from '../objects/deployment-picker.tsx'
import { useDeploymentNames } from '../objects/use-deployment-names.ts'

type ChosenDeploymentsProps = {
  /** Null for all. */
  value: readonly string[] | null
  error: string | undefined
  onChange: (ids: readonly string[] | null) => void
}

const elsewhere =
  'Alerts are about the deployments of this server itself: switch to its connection to choose some'

/** All deployments, those to come included, or some, which are searched on the server. */
export function ChosenDeployments({ value, error, onChange }: ChosenDeploymentsProps) {
  const { connection } = useApi()
  const names = useDeploymentNames((value ?? []).map((id) => ({ deployment_id: id })))
  const add = (id: string | null) => {
    if (id !== null && value !== null && !value.includes(id)) onChange([...value, id])
  }
  return (
    <Field label="Deployments" isGroup error={error}>
      <Checkbox
        label="All, those to come included"
        checked={value === null}
        onChange={({ target }) => onChange(target.checked ? null : [])}
      />
      {value !== null && (
        <>
          <ul className="flex flex-wrap gap-1.5 empty:hidden">
            {value.map((id) => {
              const name = names.get(id) ?? shortId(id)
              return (
                <li key={id} className="flex items-center gap-1 rounded-control border pl-2">
                  <span className="max-w-56 truncate">{name}</span>
                  <IconButton
                    label={`Leave ${name} out`}
                    size="sm"
                    onClick={() => onChange(value.filter((one) => one !== id))}
                  >
                    <X aria-hidden size={14} strokeWidth={1.8} />
                  </IconButton>
                </li>
              )
            })}
          </ul>
          <div>
            <DeploymentPicker
              value={null}
              onChange={add}
              disabledReason={connection.kind === 'local' ? undefined : elsewhere}
            />
          </div>
        </>
      )}
    </Field>
  )
}
