import type { RouteObject } from 'react-router-dom'

/** The patterns of all addresses of the console that show a page, such as `/threads/:threadId`. */
export async function consoleRoutes(): Promise<string[]> {
  // Older versions of Node have no `navigator`; the console's code asks it for the keyboard.
  if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { userAgent: '' } })
  const { routes } = await import('../../src/console/router.tsx')
  return [...new Set(patternsOf(routes, ''))]
}

function patternsOf(routes: readonly RouteObject[], above: string): string[] {
  return routes.flatMap(({ path, children }) => {
    const here = path === undefined ? above : path.startsWith('/') ? path : `${above}/${path}`
    return children ? patternsOf(children, here) : [here || '/']
  })
}
