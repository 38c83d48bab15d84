import { useQuery, useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { call, type Transport } from '../../client/api.ts'
import { listConnections } from '../../contract/connections.ts'
import type { Reachability } from './reachability.ts'

const probeMs = 2_000

type UnreachableBannerProps = { reachability: Reachability; gateway: Transport }

/** Says that the server does not answer, asks until it does, and then has everything read again. */
export function UnreachableBanner({ reachability, gateway }: UnreachableBannerProps) {
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.getSnapshot)
  return <div role="status">{!isReachable && <Probe key="probe" gateway={gateway} />}</div>
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
  return (
    <div className="flex items-center gap-2 border-b bg-warn-soft px-5 py-1.5 text-ink">
      <WifiOff aria-hidden size={14} strokeWidth={1.8} className="flex-none text-warn" />
      <span>
        <b className="font-semibold">Server unreachable, retrying.</b> What you see may be old;
        nothing that you typed is lost.
      </span>
    </div>
  )
}
