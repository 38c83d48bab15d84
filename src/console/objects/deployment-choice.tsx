import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Check, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { listDeployments } from '../../contract/control-plane/deployments.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { query, useApi } from '../api.tsx'

const mostShown = 50
const itemClass =
  'flex min-h-[34px] cursor-pointer items-center gap-2 rounded-control px-2 data-[selected=true]:bg-accent-soft'

type DeploymentChoiceProps = {
  value: string | null
  allLabel: string | undefined
  onChoose: (deploymentId: string | null) => void
  onClose: () => void
}

/** A search for a deployment by a part of its name. */
export function DeploymentChoice({ value, allLabel, onChoose, onClose }: DeploymentChoiceProps) {
  const { controlPlane } = useApi()
  const [typed, setTyped] = useState('')
  const name_contains = useDeferredValue(typed.trim())
  const { data, error } = useQuery({
    ...query(controlPlane, listDeployments, {
      query: { limit: mostShown, ...(name_contains && { name_contains }) },
    }),
    placeholderData: keepPreviousData,
  })
  const found = data?.resources ?? []
  const item = (id: string | null, label: string) => (
    <Command.Item key={id} value={id ?? 'all'} className={itemClass} onSelect={() => onChoose(id)}>
      <Check
        aria-hidden
        size={14}
        strokeWidth={1.8}
        className={id === value ? 'flex-none' : 'invisible flex-none'}
      />
      <span className="min-w-0 truncate">{label}</span>
      {id === value && <span className="sr-only">, chosen</span>}
    </Command.Item>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Choose a deployment">
      <Command label="Choose a deployment" shouldFilter={false} loop>
        <div className="flex items-center gap-2 rounded-control border bg-bg px-2.5">
          <Search aria-hidden size={14} strokeWidth={1.8} className="flex-none text-ink-3" />
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            placeholder="A part of its name"
            className="h-9 w-full bg-transparent focus-visible:outline-none"
          />
        </div>
        <Command.List className="mt-2 h-[min(320px,50dvh)] overflow-y-auto">
          {allLabel && typed.trim() === '' && item(null, allLabel)}
          {found.map(({ id, name }) => item(id, name))}
          {data && found.length === 0 && (
            <p className="px-2 py-6 text-center text-ink-2">
              {typed.trim()
                ? `No deployment has “${typed.trim()}” in its name.`
                : 'No deployments yet.'}
            </p>
          )}
          {error && !data && <p className="px-2 py-6 text-center text-bad">{error.message}</p>}
          {found.length === mostShown && (
            <p className="px-2 py-2 text-ink-3 text-sm">
              The first {mostShown}. Type to find others.
            </p>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}
