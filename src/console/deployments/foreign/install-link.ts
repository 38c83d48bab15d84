import type { GithubIntegration } from '../../../contract/control-plane/github-integrations.ts'
import type { Connection } from '../../../contract/gateway/connections.ts'

/**
 * Where somebody lets the server see more repositories: the installation's own page at GitHub, or, where none is
 * chosen, the pages of the server, which alone may begin an installation.
 */
export function installLink(
  { tracing_url }: Pick<Connection, 'tracing_url'>,
  integration: Pick<GithubIntegration, 'installation_id'> | undefined,
): { href: string; words: string } {
  const installation = integration?.installation_id
  if (installation !== undefined && installation !== null) {
    return {
      href: `https://github.com/settings/installations/${encodeURIComponent(installation)}`,
      words: 'Choose at GitHub what it may see',
    }
  }
  // Its interface stands beside its pages, below a name of its own in the cloud.
  const { protocol, host } = new URL(tracing_url)
  return {
    href: `${protocol}//${host.replace(/(^|\.)api\./, '$1')}`,
    words: 'Install it from the server’s own pages',
  }
}
