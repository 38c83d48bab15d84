import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ServerOff, WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { call, type Transport } from '../../client/api.ts'
import { listConnections } from '../../contract/gateway/connections.ts'
import type { Reachability } from './reachability.ts'

const probeMs = 2_000

type UnreachableBannerProps = { reachability: Reachability; gateway: Transport }

/** Says that the server does not answer and why, asks until it does, and then has everything read again. */
export function UnreachableBanner({ reachability, gateway }: UnreachableBannerProps) {
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.getSnapshot)
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  const isNear = isLoopback(gateway.baseUrl || location.origin)
  useEffect(() => {
    // A server on this machine needs no network.
    if (!isOnline && !isNear) reachability.suspect()
  }, [isOnline, isNear, reachability])
  return (
    <div role="status">
      {!isReachable && (
        <>
          {/* Back on the network it asks at once. */}
          <Probe key={String(isOnline)} gateway={gateway} />
          <div className="flex items-center gap-2 border-b bg-warn-soft px-5 py-1.5 text-ink">
            {isOnline ? <Unreachable /> : <Offline />}
          </div>
        </>
      )}
    </div>
  )
}

const icon = {
  'aria-hidden': true,
  size: 14,
  strokeWidth: 1.8,
  className: 'flex-none text-warn',
} as const

function Unreachable() {
  return (
    <>
      <ServerOff {...icon} />
      <span>
        <b className="font-semibold">Server unreachable, retrying.</b> What you see may be old;
        nothing that you typed is lost.
      </span>
    </>
  )
}

function Offline() {
  return (
    <>
      <WifiOff {...icon} />
      <span>
        <b className="font-semibold">You are offline.</b> This device has no network. What you see
        may be old, nothing that you typed is lost, and it goes on by itself when you are back.
      </span>
    </>
  )
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

function isLoopback(address: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
}

function Probe({ gateway }: { gateway: Transport }) {
  const queryClient = useQueryClient()
  useQuery({
    queryKey: [gateway.baseUrl, 'reachability'],
    queryFn: async ({ signal }) => {
      await call(gateway, listConnections, { signal })
      // Not awaited: this read has proved its point, the others report for themselves.
      void queryClient.invalidateQueries({
        predicate: (query) => query.queryKey[1] !== 'reachability',
      })
      return true
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: probeMs,
  })
  return null
}
