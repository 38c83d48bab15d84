import { fillPath, queryText } from '../../contract/endpoint.ts'
import { gatewayPaths } from '../../contract/gateway/connections.ts'
import { readsOfEveryPage } from '../../contract/pages/every-page.ts'
import type { Read } from '../../contract/pages/first-reads.ts'

/** Stands for the id of the connection that was chosen last in a browser; public/theme.js puts it in. */
const anyConnection = '~'

/**
 * What browsers begin with beside the scripts, as text for the page's head. What is read of a connection
 * public/theme.js asks for: it knows which one was chosen, and whether somebody is signed in.
 * @param reads what the page at this address begins with
 */
export function askedFirst(basePath: string, reads: readonly Read[]): string {
  const links = readsOfEveryPage.map(
    ({ path }) => `<link rel="preload" as="fetch" crossorigin href="${basePath}${path}">`,
  )
  // A browser preloads what is asked for by an address alone.
  const paths = reads
    .filter(({ endpoint }) => endpoint.method === 'GET')
    .map((read) => basePath + pathOf(read))
  if (paths.length > 0) links.push(`<meta name="quarterdeck-reads" content="${attribute(paths)}">`)
  return links.join('')
}

/** The path of a read below the gateway, with `~` for the connection's id. */
function pathOf({ endpoint, input, deploymentId }: Read): string {
  const { controlPlane, agent, tracing } = gatewayPaths(anyConnection)
  const server = {
    'control-plane': controlPlane,
    agent: agent(deploymentId ?? ''),
    tracing,
    gateway: '',
    embed: '',
  }[endpoint.area]
  const { params, query } = input as { [Part in 'params' | 'query']?: Record<string, unknown> }
  return server + fillPath(endpoint.path, params) + queryText(query)
}

/** Paths as the value of an attribute: an address may hold anything. */
function attribute(paths: readonly string[]): string {
  return paths.join(' ').replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
