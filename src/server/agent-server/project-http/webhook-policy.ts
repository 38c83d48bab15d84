import type { WebhookPolicy } from '../../cluster/project-http.ts'
import { invalidField } from '../../http/http-error.ts'
import { isOwnPath } from '../webhooks/webhook-address.ts'

/** Why a project does not have a webhook called; null where it may be. */
function policyRefusal(address: string, policy: WebhookPolicy): string | null {
  const { max_url_length, allowed_domains, allowed_ports } = policy
  if (max_url_length && address.length > max_url_length) {
    return `The project calls webhooks of ${max_url_length} characters at most.`
  }
  if (isOwnPath(address)) {
    return policy.disable_loopback ? 'The project calls no webhooks of its own deployment.' : null
  }
  // What is no address at all is refused elsewhere.
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (policy.require_https && url.protocol !== 'https:')
    return 'The project calls webhooks by https only.'
  if (policy.disable_loopback && /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(url.hostname)) {
    return 'The project calls no webhooks on the machine of the server.'
  }
  if (allowed_domains && !allowed_domains.some((domain) => isWithin(url.hostname, domain))) {
    return `The project calls webhooks of ${allowed_domains.join(', ')} only.`
  }
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  if (allowed_ports && !allowed_ports.includes(port)) {
    return `The project calls webhooks at the ports ${allowed_ports.join(', ')} only.`
  }
  return null
}

/** `*.example.com` is every name below it. */
function isWithin(host: string, domain: string): boolean {
  const wanted = domain.toLowerCase()
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted
}

/** Throws 422 for a run, or one of several, with a webhook that the project does not have called. */
export function checkWebhooks(body: unknown, policy: WebhookPolicy | 'none'): void {
  for (const one of [body].flat()) {
    const { webhook } = Object(one) as { webhook?: unknown }
    if (typeof webhook !== 'string' || webhook === '') continue
    const refusal =
      policy === 'none'
        ? 'Not supported: the project calls no webhooks.'
        : policyRefusal(webhook, policy)
    if (refusal) throw invalidField(['body', 'webhook'], refusal)
  }
}
