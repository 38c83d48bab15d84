import { Check } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { Connection } from '../../../contract/gateway/connections.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import { paths } from '../../paths.ts'
import { useGateway } from '../gateway-context.ts'
import { ConnectionCard } from './connection-card.tsx'
import { SignOutItem } from './sign-out-item.tsx'

const ConnectionTrouble = lazyPart(() =>
  import('./connection-trouble.tsx').then((code) => code.ConnectionTrouble),
)

type ConnectionMenuProps = {
  connections: readonly Connection[]
  current: Connection | undefined
  /** The connections could not be read. */
  hasFailed: boolean
  canSignOut: boolean
}

/** Which server the console works with, and the way to another one. */
export function ConnectionMenu(props: ConnectionMenuProps) {
  const { connections, current, hasFailed, canSignOut } = props
  const navigate = useNavigate()
  const { openConnection } = useGateway()
  const card = (
    <ConnectionCard
      name={current?.name ?? (hasFailed ? 'No connection' : 'Connecting…')}
      address={current ? shortAddress(current.base_url) : ''}
      color={current?.color}
      isProduction={current?.is_production ?? false}
    />
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
          onSelect={() => connection.id !== current?.id && openConnection(connection.id)}
        >
          {connection.name} <ConnectionTrouble connection={connection} />
        </MenuItem>
      ))}
      {connections.length > 0 && <MenuSeparator />}
      <MenuItem onSelect={() => navigate(paths.connections())}>All connections</MenuItem>
      {canSignOut && <SignOutItem />}
    </Menu>
  )
}

/** `http://127.0.0.1:4100/api-host` to `127.0.0.1:4100`; what is no address stays as it is. */
function shortAddress(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}
