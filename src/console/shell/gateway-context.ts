import { createContext, useContext } from 'react'
import type { Transport } from '../../client/api.ts'
import type { Reachability } from './reachability.ts'

/** What the shell is given from outside. Pages use `useApi` instead. */
export interface Gateway {
  gateway: Transport
  reachability: Reachability
}

export const GatewayContext = createContext<Gateway | null>(null)

/** The console's own server. The app provides it. */
export function useGateway(): Gateway {
  const gateway = useContext(GatewayContext)
  if (!gateway) throw new Error('useGateway needs the App above it.')
  return gateway
}
