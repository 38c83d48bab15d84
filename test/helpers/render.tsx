import { render } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { routes } from '../../src/console/router.tsx'
import { App } from '../../src/console/shell/app.tsx'
import { createQueryClient } from '../../src/console/shell/query-client.ts'
import { watchReachability } from '../../src/console/shell/reachability.ts'
import { setupUser } from './user.ts'

// A DOM without layout has nothing to scroll or to observe.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/**
 * Renders the whole console, shell included, at a path, against a running server.
 * @param server its address; requests go there by real sockets
 * @returns what Testing Library returns, a user, and the router, whose state tells the address
 */
export function renderConsole(server: { url: string }, path: string) {
  const queryClient = createQueryClient()
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const view = render(
    <App
      router={router}
      queryClient={queryClient}
      reachability={watchReachability(queryClient)}
      gateway={{ baseUrl: server.url }}
    />,
  )
  return { ...view, user: setupUser(), router, queryClient }
}
