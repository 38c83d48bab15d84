import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { RouterProvider } from 'react-router-dom'
import { Toaster } from '../../ui/overlay/toaster.tsx'
import { type GatewayAccess, GatewayContext } from './gateway-context.ts'

type AppProps = GatewayAccess & {
  router: ComponentProps<typeof RouterProvider>['router']
  queryClient: QueryClient
}

/** The whole console: what `main.tsx` mounts in a page and a test in its document. */
export function App({ router, queryClient, ...access }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <GatewayContext value={access}>
        <RouterProvider router={router} />
      </GatewayContext>
      <Toaster />
    </QueryClientProvider>
  )
}
