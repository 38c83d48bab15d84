import { fillPath, queryText } from '../../contract/endpoint.ts'
import { gatewayPaths } from '../../contract/gateway/connections.ts'
import { readsOfEveryPage, readsOfKnownPeople } from '../../contract/pages/every-page.ts'
import type { Read } from '../../contract/pages/first-reads.ts'

/**
 * Stands for the id of the connection that was used last in a browser, where the address names none;
 * public/theme.js puts it in.
 */
const anyConnection = '~'

/**
 * What browsers begin with beside the scripts, as text for the page's head. Connections, and what is
 * read of one, public/theme.js asks for: it knows whether somebody is signed in who is told of them.
 * @param connectionId which one the address names, or null
 * @param reads what the page at this address begins with
 * @param isUrgent nothing else goes before it: the page of a new thread is written on before the console is there
 */
export function askedFirst(
  basePath: string,
  connectionId: string | null,
  reads: readonly Read[],
  isUrgent: boolean,
): string {
  const always = readsOfEveryPage.map(({ path }) => basePath + path)
  const links = isUrgent
    ? always.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`)
    : []
  const paths = [
    ...(isUrgent ? [] : always),
    ...readsOfKnownPeople.map(({ path }) => basePath + path),
  ]
  for (const read of reads) {
    // A browser preloads what is asked for by an address alone.
    if (read.endpoint.method !== 'GET') continue
    paths.push(basePath + pathOf(read, connectionId ?? anyConnection))
  }
  links.push(`<meta name="quarterdeck-reads" content="${attribute(paths)}">`)
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
