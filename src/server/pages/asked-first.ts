import { fillPath, queryText } from '../../contract/endpoint.ts'
import { gatewayPaths } from '../../contract/gateway/connections.ts'
import { readsOfEveryPage } from '../../contract/pages/every-page.ts'
import type { Read } from '../../contract/pages/first-reads.ts'

/**
 * Stands for the id of the connection that was used last in a browser, where the address names none;
 * public/theme.js puts it in.
 */
const anyConnection = '~'

/**
 * What browsers begin with beside the scripts, as text for the page's head. What is read of a connection
 * public/theme.js asks for: it knows whether somebody is signed in.
 * @param connectionId which one the address names, or null
 * @param reads what the page at this address begins with
 */
export function askedFirst(
  basePath: string,
  connectionId: string | null,
  reads: readonly Read[],
): string {
  const links = readsOfEveryPage.map(
    ({ path }) => `<link rel="preload" as="fetch" crossorigin href="${basePath}${path}">`,
  )
  // A browser preloads what is asked for by an address alone.
  const paths = reads
    .filter(({ endpoint }) => endpoint.method === 'GET')
    .map((read) => basePath + pathOf(read, connectionId ?? anyConnection))
  if (paths.length > 0) links.push(`<meta name="quarterdeck-reads" content="${attribute(paths)}">`)
  return links.join('')
}

/** The path of a read below the gateway. */
function pathOf({ endpoint, input, deploymentId }: Read, connectionId: string): string {
  const { controlPlane, agent, tracing } = gatewayPaths(connectionId)
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
