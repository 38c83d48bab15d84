import { useQueryClient } from '@tanstack/react-query'
import { Check, ChevronDown } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { Connection } from '../../../contract/gateway/connections.ts'
import { deleteSession } from '../../../contract/gateway/session.ts'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useCall } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { useGateway } from '../gateway-context.ts'

type ConnectionMenuProps = {
  connections: readonly Connection[]
  current: Connection | undefined
  /** The connections could not be read. */
  hasFailed: boolean
  canSignOut: boolean
  onChoose: (connectionId: string) => void
}

/** Which server the console works with, and the way to another one. */
export function ConnectionMenu(props: ConnectionMenuProps) {
  const { connections, current, hasFailed, canSignOut, onChoose } = props
  const navigate = useNavigate()
  const { gateway } = useGateway()
  const queryClient = useQueryClient()
  const signOut = useCall(gateway, deleteSession)
  const card = (
    <button
      type="button"
      className="mb-2.5 flex w-full cursor-pointer items-center gap-[9px] rounded-md border bg-surface px-2 py-[7px] text-left transition-colors hover:border-line-strong"
    >
      <span
        aria-hidden
        className="grid size-[22px] flex-none place-items-center rounded-control bg-accent font-bold text-accent-ink text-sm"
      >
        Q
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">
          {current?.name ?? (hasFailed ? 'No connection' : 'Connecting…')}
        </span>
        <span className="block min-h-5 truncate text-ink-3 text-xs">
          {current ? shortAddress(current.base_url) : ''}
        </span>
      </span>
      <ChevronDown aria-hidden size={14} strokeWidth={1.8} className="flex-none" />
      <span className="sr-only">, switch connection</span>
    </button>
  )
  return (
    <Menu trigger={card} align="start">
      {connections.map((connection) => (
        <MenuItem
          key={connection.id}
          icon={
            <Check
              aria-hidden
              size={14}
              strokeWidth={1.8}
              className={connection.id === current?.id ? '' : 'invisible'}
            />
          }
          description={shortAddress(connection.base_url)}
          isChosen={connection.id === current?.id}
          onSelect={() => {
            if (connection.id === current?.id) return
            onChoose(connection.id)
            // Ids of one server mean nothing to another.
            navigate(paths.deployments())
          }}
        >
          {connection.name}
        </MenuItem>
      ))}
      {connections.length > 0 && <MenuSeparator />}
      <MenuItem onSelect={() => navigate(paths.connections())}>All connections</MenuItem>
      {canSignOut && (
        <MenuItem
          onSelect={() =>
            signOut.mutate(
              {},
              {
                onSuccess: () => queryClient.resetQueries(),
                onError: (error) => toast.bad('Could not sign out', { description: error.message }),
              },
            )
          }
        >
          Sign out
        </MenuItem>
      )}
    </Menu>
  )
}

/** `http://127.0.0.1:4100/api-host` to `127.0.0.1:4100`; what is no address stays as it is. */
function shortAddress(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}
