import { createContext, useContext } from 'react'
import type { Transport } from '../../client/api.ts'
import type { Reachability } from './reachability.ts'

/** What the shell is given from outside. Pages use `useApi` instead. */
export interface GatewayAccess {
  gateway: Transport
  reachability: Reachability
}

export const GatewayContext = createContext<GatewayAccess | null>(null)

/** The console's own server. The app provides it. */
export function useGateway(): GatewayAccess {
  const gateway = useContext(GatewayContext)
  if (!gateway) throw new Error('useGateway needs the App above it.')
  return gateway
}
