import { createContext, useContext } from 'react'
import type { Transport } from '../../client/api.ts'
import type { Reachability } from './reachability.ts'

/** What the shell is given from outside. Pages use `useApi` instead. */
export interface GatewayAccess {
  /** The console's own server. */
  gateway: Transport
  /** The connection that the address names; there may be none of that id. */
  connectionId: string
  /** Leaves for another connection's deployments, as ids of one server mean nothing to another; or for this path there. */
  openConnection: (connectionId: string, path?: string) => void
  reachability: Reachability
}

export const GatewayContext = createContext<GatewayAccess | null>(null)

/** The console's own server. The app provides it. */
export function useGateway(): GatewayAccess {
  const gateway = useContext(GatewayContext)
  if (!gateway) throw new Error('useGateway needs the App above it.')
  return gateway
}
