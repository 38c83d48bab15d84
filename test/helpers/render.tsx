import { render } from '@testing-library/react'
import { EventSource } from 'eventsource'
import { createMemoryRouter } from 'react-router-dom'
import { routes } from '../../src/console/router.tsx'
import { App } from '../../src/console/shell/app.tsx'
import { createQueryClient } from '../../src/console/shell/query-client.ts'
import { watchReachability } from '../../src/console/shell/reachability.ts'
import { localConnectionId } from '../../src/contract/gateway/connections.ts'
import { setupUser } from './user.ts'

// The DOM of the tests has none.
globalThis.EventSource ??= EventSource as never

// A DOM without layout has nothing to scroll or to observe.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
// Nor a pointer to hold: messages are pushed away by it.
Element.prototype.setPointerCapture ??= () => undefined
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/**
 * Renders the whole console, shell included, at a path of a connection, against a running server. What leads to another
 * connection renders it anew there, as a browser loads another page.
 * @param server its address; requests go there by real sockets
 * @param queryClient with what was read ahead
 * @returns what Testing Library returns, a user, and the router, whose state tells the address
 */
export function renderConsole(
  server: { url: string },
  path: string,
  connectionId: string = localConnectionId,
  queryClient = createQueryClient(),
) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const view = render(
    <App
      router={router}
      queryClient={queryClient}
      reachability={watchReachability(queryClient)}
      gateway={{ baseUrl: server.url }}
      connectionId={connectionId}
      openConnection={(id, path = '/deployments') => {
        view.unmount()
        renderConsole(server, path, id)
      }}
    />,
  )
  return { ...view, user: setupUser(), router, queryClient }
}
