import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { RouterProvider } from 'react-router-dom'
import type { Transport } from '../../client/api.ts'
import { Toaster } from '../../ui/overlay/toaster.tsx'
import { type Gateway, GatewayContext } from './gateway-context.ts'
import type { Reachability } from './reachability.ts'

type AppProps = {
  router: ComponentProps<typeof RouterProvider>['router']
  queryClient: QueryClient
  reachability: Reachability
  /** The console's own server. */
  gateway: Transport
}

/** The whole console: what `main.tsx` mounts in a page and a test in its document. */
export function App({ router, queryClient, reachability, gateway }: AppProps) {
  const context: Gateway = { gateway, reachability }
  return (
    <QueryClientProvider client={queryClient}>
      <GatewayContext value={context}>
        <RouterProvider router={router} />
      </GatewayContext>
      <Toaster />
    </QueryClientProvider>
  )
}
